; RUN: wherry-opt -passes=small-powers,verify %s | FileCheck %s
; pow and pown with a constant from -4 to 8 become products, of any width.

declare float @_Z3powff(float, float)
declare <4 x double> @_Z4pownDv4_dDv4_i(<4 x double>, <4 x i32>)
declare double @_Z4powndi(double, i32)

; CHECK-LABEL: @square(
; CHECK-NEXT:  %[[SQUARE:.*]] = fmul fast float %x, %x
; CHECK-NEXT:  ret float %[[SQUARE]]
define float @square(float %x) {
  %power = call fast float @_Z3powff(float %x, float 2.0)
  ret float %power
}

; CHECK-LABEL: @cube(
; CHECK-NEXT:  %[[SQUARE:.*]] = fmul <4 x double> %x, %x
; CHECK-NEXT:  %[[CUBE:.*]] = fmul <4 x double> %[[SQUARE]], %x
; CHECK-NEXT:  ret <4 x double> %[[CUBE]]
define <4 x double> @cube(<4 x double> %x) {
  %power = call <4 x double> @_Z4pownDv4_dDv4_i(<4 x double> %x, <4 x i32> splat (i32 3))
  ret <4 x double> %power
}

; CHECK-LABEL: @fourth(
; CHECK-NEXT:  %[[SQUARE:.*]] = fmul double %x, %x
; CHECK-NEXT:  %[[FOURTH:.*]] = fmul double %[[SQUARE]], %[[SQUARE]]
; CHECK-NEXT:  ret double %[[FOURTH]]
define double @fourth(double %x) {
  %power = call double @_Z4powndi(double %x, i32 4)
  ret double %power
}

; CHECK-LABEL: @reciprocal(
; CHECK-NEXT:  %[[ONE:.*]] = fdiv float 1.000000e+00, %x
; CHECK-NEXT:  ret float %[[ONE]]
define float @reciprocal(float %x) {
  %power = call float @_Z3powff(float %x, float -1.0)
  ret float %power
}

; CHECK-LABEL: @one(
; CHECK-NEXT:  ret float 1.000000e+00
define float @one(float %x) {
  %power = call float @_Z3powff(float %x, float 0.0)
  ret float %power
}

; CHECK-LABEL: @eighth(
; CHECK-NEXT:  %[[SQUARE:.*]] = fmul double %x, %x
; CHECK-NEXT:  %[[FOURTH:.*]] = fmul double %[[SQUARE]], %[[SQUARE]]
; CHECK-NEXT:  %[[EIGHTH:.*]] = fmul double %[[FOURTH]], %[[FOURTH]]
; CHECK-NEXT:  ret double %[[EIGHTH]]
define double @eighth(double %x) {
  %power = call double @_Z4powndi(double %x, i32 8)
  ret double %power
}

; The reciprocal first: x * x * x may overflow where its reciprocal is a subnormal number.
; CHECK-LABEL: @reciprocal_cube(
; CHECK-NEXT:  %[[ONE:.*]] = fdiv float 1.000000e+00, %x
; CHECK-NEXT:  %[[SQUARE:.*]] = fmul float %[[ONE]], %[[ONE]]
; CHECK-NEXT:  %[[CUBE:.*]] = fmul float %[[SQUARE]], %[[ONE]]
; CHECK-NEXT:  ret float %[[CUBE]]
define float @reciprocal_cube(float %x) {
  %power = call float @_Z3powff(float %x, float -3.0)
  ret float %power
}
