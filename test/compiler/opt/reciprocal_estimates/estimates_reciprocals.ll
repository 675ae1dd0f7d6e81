; RUN: wherry-opt -passes=reciprocal-estimates %s | FileCheck %s
; A reciprocal that the kernel may have estimated (arcp: native_recip, native_divide, -cl-fast-relaxed-math) takes the
; processor's estimate and a Newton step, but where the estimate is infinite or 0.

; CHECK-LABEL: @single(
; CHECK:       call <4 x float> @llvm.x86.avx512.rcp14.ss(
; CHECK:       %[[Y:.*]] = extractelement
; CHECK:       %[[LESS:.*]] = fneg float %x
; CHECK:       %[[ERROR:.*]] = call float @llvm.fma.f32(float %[[LESS]], float %[[Y]], float 1.000000e+00)
; CHECK:       %[[FINITE:.*]] = fcmp ogt float %[[ERROR]], -1.000000e+00
; CHECK:       %[[BETTER:.*]] = call float @llvm.fma.f32(float %[[Y]], float %[[ERROR]], float %[[Y]])
; CHECK:       %[[RESULT:.*]] = select i1 %[[FINITE]], float %[[BETTER]], float %[[Y]]
; CHECK-NEXT:  ret float %[[RESULT]]
define float @single(float %x) {
  %reciprocal = fdiv arcp float 1.0, %x
  ret float %reciprocal
}

; Registers of 512 bits, one after another.
; CHECK-LABEL: @vector(
; CHECK-COUNT-2: call <16 x float> @llvm.x86.avx512.rcp14.ps.512(
; CHECK:       fmul arcp <32 x float> %y,
; CHECK-NOT:   fdiv
define <32 x float> @vector(<32 x float> %x, <32 x float> %y) {
  %quotient = fdiv arcp <32 x float> %y, %x
  ret <32 x float> %quotient
}

; CHECK-LABEL: @double(
; CHECK:       fdiv arcp double
define double @double(double %x) {
  %reciprocal = fdiv arcp double 1.0, %x
  ret double %reciprocal
}
