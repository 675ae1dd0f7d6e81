; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Each work-item goes along a matrix row of its own, and each iteration adds to the work-item's place in memory: LLVM's
; vectoriser would leave the loop as it is, so the work-items are lanes.

; CHECK:       vectorised, 16 work-items at once: {{.*}} 1 gathers
; CHECK-LABEL: @wg.rows(
; CHECK:       @llvm.masked.gather.v16f32
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %columns, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %row = mul i64 %x, %columns
  %place = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  br label %loop

loop:
  %column = phi i64 [ 0, %items ], [ %later, %loop ]
  %index = add i64 %row, %column
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %from, align 4
  %before = load float, ptr addrspace(1) %place, align 4
  %sum = fadd float %before, %value
  store float %sum, ptr addrspace(1) %place, align 4
  %later = add nuw nsw i64 %column, 1
  %end = icmp eq i64 %later, %columns
  br i1 %end, label %left, label %loop

left:
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
!1 = !{i32 7, !"wherry.vector_width", i32 0}
