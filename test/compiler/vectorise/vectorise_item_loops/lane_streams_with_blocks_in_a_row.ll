; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Blocks that follow each other alone are one block in a copy of the loop; phis of one value between them are this value.

; CHECK:       vectorised, 4 work-items at once
; CHECK-LABEL: @wg.rows(
; CHECK:       stream.body{{.*}}:
; CHECK-COUNT-4: load <4 x float>
; CHECK-NOT:   fadd {{.*}}poison
; CHECK:       fadd <4 x float> %{{[^,]*}}, %sum
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
  %end = icmp ult i32 %column, %columns
  br i1 %end, label %advance, label %left
advance:
  %index = add i32 %row, %column
  %index.wide = zext i32 %index to i64
  %from = getelementptr float, ptr addrspace(1) %in, i64 %index.wide
  %value = load float, ptr addrspace(1) %from, align 4
  %counts = fcmp une float %value, 0.0
  br label %add
add:
  %v = phi float [ %value, %advance ]
  br label %latch
latch:
  %v2 = phi float [ %v, %add ]
  %more = fadd float %v2, %sum
  %later = add i32 %column, 1
  br label %loop
left:
  %result = phi float [ %sum, %loop ]
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
