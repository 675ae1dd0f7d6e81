; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A loop that is tested at its end, behind a branch: no use of the counter's next value stands behind the test.

; CHECK:       vectorised
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %factor, ptr addrspace(1) %out, i32 %columns, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %row = mul i32 %id, %columns
  br label %loop

loop:
  %column = phi i32 [ 0, %items ], [ %later, %latch ]
  %sum = phi float [ 0.0, %items ], [ %more, %latch ]
  %nextcol = add i32 %column, 1
  %index = add i32 %row, %nextcol
  %index.wide = zext i32 %index to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index.wide
  %value = load float, ptr addrspace(1) %from, align 4
  %counts = fcmp une float %value, 0.0
  br i1 %counts, label %add, label %latch
add:
  %by = load float, ptr addrspace(1) %factor, align 4
  %product = fmul float %value, %by
  %sum.more = fadd float %sum, %product
  br label %latch
latch:
  %more = phi float [ %sum.more, %add ], [ %sum, %loop ]
  %later = add i32 %column, 1
  %end = icmp ult i32 %column, %columns
  br i1 %end, label %loop, label %left
left:
  %result = phi float [ %more, %latch ]
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}
attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
