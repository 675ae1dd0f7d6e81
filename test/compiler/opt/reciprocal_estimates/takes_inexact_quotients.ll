; RUN: wherry-opt -passes=reciprocal-estimates %s | FileCheck %s
; A float's quotient that may be off by 2.5 ULP (OpenCL C's x / y) is a product with the estimate of a root.

declare float @llvm.sqrt.f32(float)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)

; CHECK-LABEL: @single(
; CHECK:       call <4 x float> @llvm.x86.avx512.rsqrt14.ss(
; CHECK:       %[[ROOT:.*]] = select i1
; CHECK-NEXT:  %[[PRODUCT:.*]] = fmul float %y, %[[ROOT]]
; CHECK-NEXT:  ret float %[[PRODUCT]]
define float @single(float %x, float %y) {
  %root = call float @llvm.sqrt.f32(float %x)
  %quotient = fdiv float %y, %root, !fpmath !0
  ret float %quotient
}

; CHECK-LABEL: @vector(
; CHECK:       call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(
; CHECK-NOT:   fdiv
define <4 x float> @vector(<4 x float> %x) {
  %root = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %x)
  %reciprocal = fdiv <4 x float> splat (float 1.0), %root, !fpmath !0
  ret <4 x float> %reciprocal
}

!0 = !{float 2.5}
