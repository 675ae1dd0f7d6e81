; RUN: wherry-opt -passes=reciprocal-estimates %s | FileCheck %s
; Without arcp a division by a root must be correctly rounded (OpenCL C 7.4). Halves, and roots that are no divisors,
; stay too.

declare float @llvm.sqrt.f32(float)
declare half @llvm.sqrt.f16(half)

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

; CHECK-LABEL: @dividend(
; CHECK-NEXT:  %root = call float @llvm.sqrt.f32(float %x)
; CHECK-NEXT:  %quotient = fdiv arcp float %root, %y
; CHECK-NEXT:  %product = fmul arcp float %root, %quotient
; CHECK-NEXT:  ret float %product
define float @dividend(float %x, float %y) {
  %root = call float @llvm.sqrt.f32(float %x)
  %quotient = fdiv arcp float %root, %y
  %product = fmul arcp float %root, %quotient
  ret float %product
}
