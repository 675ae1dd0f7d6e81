; RUN: wherry-opt -passes=reciprocal-estimates %s | FileCheck %s
; Without arcp or fpmath a division by a root must be correctly rounded (OpenCL C 7.4). Halves stay, too.

declare float @llvm.sqrt.f32(float)
declare half @llvm.sqrt.f16(half)
declare double @llvm.sqrt.f64(double)

; CHECK-LABEL: @exact(
; CHECK-NEXT:  %root = call float @llvm.sqrt.f32(float %x)
; CHECK-NEXT:  %reciprocal = fdiv ninf float 1.000000e+00, %root
; CHECK-NEXT:  ret float %reciprocal
define float @exact(float %x) {
  %root = call float @llvm.sqrt.f32(float %x)
  %reciprocal = fdiv ninf float 1.0, %root
  ret float %reciprocal
}

; CHECK-LABEL: @halves(
; CHECK-NEXT:  %root = call half @llvm.sqrt.f16(half %x)
; CHECK-NEXT:  %reciprocal = fdiv arcp half
define half @halves(half %x) {
  %root = call half @llvm.sqrt.f16(half %x)
  %reciprocal = fdiv arcp half 1.0, %root
  ret half %reciprocal
}

; Nearer than an estimate's product; a double; no root, where the kernel did not ask for estimates; a constant divisor.
; CHECK-LABEL: @others(
; CHECK-NOT:   x86
; CHECK:       fdiv float %y, %root, !fpmath
; CHECK-NOT:   x86
; CHECK:       fdiv double 1.000000e+00, %wide, !fpmath
; CHECK-NOT:   x86
; CHECK:       fdiv float %x, %y, !fpmath
; CHECK-NOT:   x86
; CHECK:       fdiv arcp float %x, 3.0
define void @others(float %x, float %y, double %z, ptr %out, ptr %wide_out) {
  %root = call float @llvm.sqrt.f32(float %x)
  %a = fdiv float %y, %root, !fpmath !0
  store volatile float %a, ptr %out
  %wide = call double @llvm.sqrt.f64(double %z)
  %b = fdiv double 1.0, %wide, !fpmath !1
  store volatile double %b, ptr %wide_out
  %c = fdiv float %x, %y, !fpmath !1
  store volatile float %c, ptr %out
  %d = fdiv arcp float %x, 3.0
  store volatile float %d, ptr %out
  ret void
}

!0 = !{float 1.0}
!1 = !{float 2.5}
