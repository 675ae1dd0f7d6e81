; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/5.000000e-01/2.500000e-01/' %s | wherry-opt -passes=vectorise-item-loops 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: sed 's/fadd float %number/fmul float %number/' %s | wherry-opt -passes=vectorise-item-loops 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: sed 's/fcmp ogt float %centre, 0.000000e+00/icmp sgt i32 %id, 0/' %s | wherry-opt -passes=vectorise-item-loops,verify 2>&1 | FileCheck %s --check-prefix=NONE
; A sample's coordinate, x + 0.5, clamped to an image and truncated: x itself, while x and the sum are exact in `float` and
; no lane is clamped to another texel. Integers are compared. Sums that may be rounded, products, and
; floats that are chosen by integers have no such check.

; CHECK:       1 gathers, 0 scatters, 0 lane by lane, 1 of them contiguous by a run-time check
; CHECK-LABEL: @wg.sampled(
; CHECK:       %[[ID:id.*]] = trunc i64 %{{.*}} to i32
; CHECK:       %[[LAST:.*]] = add i32 %[[ID]], 3
; CHECK:       icmp sle i32 %[[LAST]], 4194304
; CHECK:       icmp sge i32 %[[ID]], -4194304
; CHECK:       %[[FLOOR:.*]] = add i32 %[[ID]], 0
; CHECK:       %[[LOW:.*]] = call i32 @llvm.fptosi.sat.i32.f32(float 0.000000e+00)
; CHECK:       icmp sge i32 %[[FLOOR]], %[[LOW]]
; CHECK:       %[[HIGH:.*]] = call i32 @llvm.fptosi.sat.i32.f32(float %last)
; CHECK:       %[[FLOOR_OF_LAST:.*]] = add i32 %[[FLOOR]], 3
; CHECK:       icmp sle i32 %[[FLOOR_OF_LAST]], %[[HIGH]]
; CHECK:       icmp sge i32 %[[FLOOR]], 0
; CHECK:       %[[LONG:.*]] = sext i32 %[[FLOOR]] to i64
; CHECK:       %[[FIRST:.*]] = getelementptr float, ptr addrspace(1) %in, i64 %[[LONG]]
; CHECK:       load <4 x float>, ptr addrspace(1) %[[FIRST]]
; CHECK:       call <4 x float> @llvm.masked.gather

; NONE-LABEL:  @wg.sampled(
; NONE-NOT:    load <4 x float>, ptr
; NONE:        call <4 x float> @llvm.masked.gather
define void @wg.sampled(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %most, float %last, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %id = trunc i64 %x to i32
  %number = sitofp i32 %id to float
  %centre = fadd float %number, 5.000000e-01
  %is.above = fcmp ogt float %centre, 0.000000e+00
  %above = select i1 %is.above, float %centre, float 0.000000e+00
  %is.below = fcmp olt float %above, %last
  %place = select i1 %is.below, float %above, float %last
  %index = fptosi float %place to i32
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
