; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; An index of 16 bits that counts up from lane to lane may wrap within the vector: then it is not contiguous.

; CHECK:       1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.clamped(
; CHECK:       %[[INDEX:.*]] = call <4 x i16> @llvm.smin.v4i16(
; CHECK:       %[[FIRST:.*]] = extractelement <4 x i16> %[[INDEX]], i64 0
; CHECK:       %[[SAME:.*]] = icmp eq <4 x i16> %[[INDEX]],
; CHECK:       %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[SAME]])
; CHECK:       %[[NO_WRAP:.*]] = icmp sle i16 %[[FIRST]], 32764
; CHECK:       %[[IS:.*]] = and i1 %[[ALL]], %[[NO_WRAP]]
; CHECK:       br i1 %[[IS]]
define void @wg.clamped(ptr addrspace(1) %in, ptr addrspace(1) %out, i16 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i16
  %index = call i16 @llvm.smin.i16(i16 %id, i16 %most)
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i16 %index
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
