; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A counter of 8 bits is extended for an index of 32 bits: whether the sum wraps around is told before the item loop, as the
; counter is compared with a bound, extended, too.

; CHECK:       vectorised, 4 work-items at once
; CHECK-LABEL: @wg.rows(
; CHECK:       icmp sle i64 %{{.*}}, 4294967295
; CHECK:       stream.body{{.*}}:
; CHECK-COUNT-4: load <4 x float>
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %columns, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %row = mul i32 %id, %columns
  br label %loop

loop:
  %column = phi i8 [ 0, %items ], [ %later, %latch ]
  %sum = phi float [ 0.0, %items ], [ %more, %latch ]
  %column.wide = sext i8 %column to i32
  %end = icmp ult i32 %column.wide, %columns
  br i1 %end, label %latch, label %left
latch:
  %index = add i32 %row, %column.wide
  %index.wide = zext i32 %index to i64
  %at = getelementptr float, ptr addrspace(1) %in, i64 %index.wide
  %value = load float, ptr addrspace(1) %at, align 4
  %more = fadd float %value, %sum
  %later = add i8 %column, 1
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
