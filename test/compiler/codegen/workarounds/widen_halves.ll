; RUN: wherry-opt -passes=widen-halves %s | FileCheck %s
; On a processor without arithmetic of half, LLVM calls a C library for each component of these functions. They are
; performed in float instead: 24 bits hold enough to round the result to 11 bits once more, to the same half.

; CHECK-LABEL: @root(
; CHECK-NEXT:  %[[WIDE:.*]] = fpext <8 x half> %x to <8 x float>
; CHECK-NEXT:  %[[ROOT:.*]] = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %[[WIDE]])
; CHECK-NEXT:  %[[HALF:.*]] = fptrunc <8 x float> %[[ROOT]] to <8 x half>
; CHECK-NEXT:  ret <8 x half> %[[HALF]]
define <8 x half> @root(<8 x half> %x) {
  %root = call <8 x half> @llvm.sqrt.v8f16(<8 x half> %x)
  ret <8 x half> %root
}

; CHECK-LABEL: @rounded(
; CHECK:       call float @llvm.floor.f32(
; CHECK:       call float @llvm.ceil.f32(
; CHECK:       call float @llvm.trunc.f32(
; CHECK:       call float @llvm.rint.f32(
; CHECK:       call float @llvm.round.f32(
; CHECK-NOT:   call half
; CHECK:       ret half
define half @rounded(half %x) {
  %floor = call half @llvm.floor.f16(half %x)
  %ceil = call half @llvm.ceil.f16(half %floor)
  %trunc = call half @llvm.trunc.f16(half %ceil)
  %rint = call half @llvm.rint.f16(half %trunc)
  %round = call half @llvm.round.f16(half %rint)
  ret half %round
}

; CHECK-LABEL: @least(
; CHECK-DAG:   %[[X:.*]] = fpext half %x to float
; CHECK-DAG:   %[[Y:.*]] = fpext half %y to float
; CHECK:       call float @llvm.minnum.f32(float %[[X]], float %[[Y]])
define half @least(half %x, half %y) {
  %least = call half @llvm.minnum.f16(half %x, half %y)
  ret half %least
}

; Integers that a float cannot hold exactly are infinite as halves, so the detour by float rounds once.
; CHECK-LABEL: @converted(
; CHECK-NEXT:  %[[WIDE:.*]] = sitofp <4 x i32> %x to <4 x float>
; CHECK-NEXT:  fptrunc <4 x float> %[[WIDE]] to <4 x half>
; CHECK:       uitofp i64 %y to float
; CHECK:       ret
define <4 x half> @converted(<4 x i32> %x, i64 %y) {
  %signed = sitofp <4 x i32> %x to <4 x half>
  %unsigned = uitofp i64 %y to half
  %result = insertelement <4 x half> %signed, half %unsigned, i32 0
  ret <4 x half> %result
}
