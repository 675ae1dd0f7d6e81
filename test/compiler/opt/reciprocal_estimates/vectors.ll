; RUN: wherry-opt -passes=reciprocal-estimates %s | FileCheck %s
; A result's bits must not depend on the vector that it stands in: vectors take the same estimate (2^-14), in the
; shortest registers that hold what is left.

declare <3 x float> @llvm.sqrt.v3f32(<3 x float>)
declare <8 x float> @llvm.sqrt.v8f32(<8 x float>)
declare <24 x float> @llvm.sqrt.v24f32(<24 x float>)
declare <16 x double> @llvm.sqrt.v16f64(<16 x double>)

; CHECK-LABEL: @three(
; CHECK:       call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(<4 x float> %{{.*}}, <4 x float> zeroinitializer, i8 -1)
; CHECK-NOT:   rsqrt14
; CHECK:       ret <3 x float>
define <3 x float> @three(<3 x float> %x) {
  %root = call <3 x float> @llvm.sqrt.v3f32(<3 x float> %x)
  %reciprocal = fdiv arcp <3 x float> splat (float 1.0), %root
  ret <3 x float> %reciprocal
}

; CHECK-LABEL: @eight(
; CHECK:       call <8 x float> @llvm.x86.avx512.rsqrt14.ps.256(
; CHECK-NOT:   rsqrt14
; CHECK:       ret <8 x float>
define <8 x float> @eight(<8 x float> %x) {
  %root = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %reciprocal = fdiv arcp <8 x float> splat (float 1.0), %root
  ret <8 x float> %reciprocal
}

; CHECK-LABEL: @twenty_four(
; CHECK:       call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(
; CHECK:       call <8 x float> @llvm.x86.avx512.rsqrt14.ps.256(
; CHECK-NOT:   rsqrt14
; CHECK:       ret <24 x float>
define <24 x float> @twenty_four(<24 x float> %x) {
  %root = call <24 x float> @llvm.sqrt.v24f32(<24 x float> %x)
  %reciprocal = fdiv arcp <24 x float> splat (float 1.0), %root
  ret <24 x float> %reciprocal
}

; CHECK-LABEL: @doubles(
; CHECK-COUNT-2: call <8 x double> @llvm.x86.avx512.rsqrt14.pd.512(
; CHECK-NOT:   rsqrt14
; CHECK:       ret <16 x double>
define <16 x double> @doubles(<16 x double> %x) {
  %root = call <16 x double> @llvm.sqrt.v16f64(<16 x double> %x)
  %reciprocal = fdiv arcp <16 x double> splat (double 1.0), %root
  ret <16 x double> %reciprocal
}
