; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A masked id may still count up from lane to lane. The lanes' indices are compared with a vector that does: where they are
; equal, the access is contiguous, else it gathers. An index of 32 bits must not wrap within the vector.

; CHECK:       1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.masked(
; CHECK:       %[[INDEX:.*]] = and <4 x i32>
; CHECK:       %[[FIRST:.*]] = extractelement <4 x i32> %[[INDEX]], i64 0
; CHECK:       add <4 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3>
; CHECK:       %[[SAME:.*]] = icmp eq <4 x i32> %[[INDEX]],
; CHECK:       %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[SAME]])
; CHECK:       %[[NO_WRAP:.*]] = icmp sle i32 %[[FIRST]], 2147483644
; CHECK:       %[[IS:.*]] = and i1 %[[ALL]], %[[NO_WRAP]]
; CHECK:       br i1 %[[IS]], label %[[TOGETHER:.*]], label %[[APART:.*]]
; CHECK:       [[TOGETHER]]:
; CHECK:       load <4 x float>
; CHECK:       [[APART]]:
; CHECK:       call <4 x float> @llvm.masked.gather
define void @wg.masked(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %index = and i32 %id, %most
  %index.long = sext i32 %index to i64
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index.long
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
