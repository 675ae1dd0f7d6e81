; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; As contiguity_by_ends.ll, for sums and products that may wrap around, as from SPIR-V, and for an unsigned index: the check
; asks that no sum or product wraps around within the vector, and that the number to be extended is not negative.

; CHECK:       1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.clamped(
; CHECK:       %[[ID:id.*]] = trunc i64 %{{.*}} to i32
; CHECK:       %[[MOVED:.*]] = add i32 %[[ID]], %by
; CHECK:       %[[MOVES:.*]] = icmp sle i32 %[[MOVED]], 2147483644
; CHECK:       %[[LOW:.*]] = icmp sge i32 %[[MOVED]], 0
; CHECK:       %[[BYTES:.*]] = shl i32 %[[MOVED]], 2
; CHECK:       icmp sle i32 %[[BYTES]], 2147483635
; CHECK:       icmp sge i32 %[[BYTES]], 0
; CHECK:       %[[LONG:.*]] = sext i32 %[[BYTES]] to i64
; CHECK:       %[[FIRST:.*]] = getelementptr i8, ptr addrspace(1) %in, i64 %[[LONG]]
; CHECK:       load <4 x float>, ptr addrspace(1) %[[FIRST]]
; CHECK:       call <4 x float> @llvm.masked.gather
define void @wg.clamped(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %by, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %varying = call i32 @llvm.smax.i32(i32 %id, i32 -7)
  %moved = add i32 %varying, %by
  %index = call i32 @llvm.smax.i32(i32 %moved, i32 0)
  %bytes = shl i32 %index, 2
  %offset.long = zext i32 %bytes to i64
  %from = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %offset.long
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="clamped" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
