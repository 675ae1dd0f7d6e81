; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; An id between bounds, and what is added to it and multiplied: contiguous while the first lane and the last one lie
; between the bounds. An id of 32 bits must not wrap within the vector. The inactive lanes of a masked epilogue say
; nothing: all lanes are compared.

; CHECK:       1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.clamped(
; CHECK:       %[[ID:id.*]] = trunc i64 %{{.*}} to i32
; CHECK:       %[[NO_WRAP:.*]] = icmp sle i32 %[[ID]], 2147483644
; CHECK:       %[[LOW:.*]] = icmp sge i32 %[[ID]], 0
; CHECK:       %[[LAST:.*]] = add i32 %[[ID]], 3
; CHECK:       %[[HIGH:.*]] = icmp sle i32 %[[LAST]], %most
; CHECK:       %[[BYTES:.*]] = shl i32 %[[ID]], 2
; CHECK:       %[[AT:.*]] = add i32 %[[BYTES]], %most
; CHECK:       %[[LONG:.*]] = sext i32 %[[AT]] to i64
; CHECK:       %[[FIRST:.*]] = getelementptr i8, ptr addrspace(1) %in, i64 %[[LONG]]
; CHECK:       and i1 %[[NO_WRAP]], %[[LOW]]
; CHECK:       %[[IS:.*]] = freeze i1
; CHECK:       br i1 %[[IS]], label %[[TOGETHER:.*]], label %[[APART:.*]]
; CHECK:       [[TOGETHER]]:
; CHECK-NEXT:  load <4 x float>, ptr addrspace(1) %[[FIRST]]
; CHECK:       [[APART]]:
; CHECK:       call <4 x float> @llvm.masked.gather
; CHECK:       call i1 @llvm.vector.reduce.and.v4i1
define void @wg.clamped(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %most, float %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %above = call i32 @llvm.smax.i32(i32 %id, i32 0)
  %index = call i32 @llvm.smin.i32(i32 %above, i32 %most)
  %bytes = shl nsw i32 %index, 2
  %offset = add nsw i32 %bytes, %most
  %offset.long = sext i32 %offset to i64
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
