; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A counter of 8 bits beside a bound of 32 might wrap around: the wide loop ends before it does.

; CHECK:       vectorised, 4 work-items at once
; CHECK-LABEL: @wg.rows(
; CHECK:       call i64 @llvm.umin.i64(i64 %{{.*}}, i64 127)
; CHECK:       stream.body{{.*}}:
; CHECK-COUNT-4: load <4 x float>
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %columns, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %columns.wide = zext i32 %columns to i64
  %row = mul i64 %x, %columns.wide
  %begin = getelementptr float, ptr addrspace(1) %in, i64 %row
  br label %loop

loop:
  %column = phi i8 [ 0, %items ], [ %later, %latch ]
  %at = phi ptr addrspace(1) [ %begin, %items ], [ %at.next, %latch ]
  %sum = phi float [ 0.0, %items ], [ %more, %latch ]
  %column.wide = sext i8 %column to i32
  %end = icmp ult i32 %column.wide, %columns
  br i1 %end, label %latch, label %left
latch:
  %value = load float, ptr addrspace(1) %at, align 4
  %more = fadd float %value, %sum
  %later = add i8 %column, 1
  %at.next = getelementptr i8, ptr addrspace(1) %at, i64 4
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
