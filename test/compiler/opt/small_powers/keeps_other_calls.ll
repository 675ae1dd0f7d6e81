; RUN: wherry-opt -passes=small-powers,verify %s | FileCheck %s
; Large, fractional, very negative and unknown exponents keep the call, as do functions of their own: powr has no negative x.

declare float @_Z3powff(float, float)
declare float @_Z4powrff(float, float)
declare <2 x float> @_Z3powDv2_fS_(<2 x float>, <2 x float>)

; CHECK-LABEL: @others(
; CHECK:       call float @_Z3powff(float %x, float 9.000000e+00)
; CHECK:       call float @_Z3powff(float %{{.*}}, float 1.500000e+00)
; CHECK:       call float @_Z3powff(float %{{.*}}, float -5.000000e+00)
; CHECK:       call float @_Z3powff(float %{{.*}}, float %y)
; CHECK:       call float @_Z4powrff(float %{{.*}}, float 2.000000e+00)
define float @others(float %x, float %y) {
  %a = call float @_Z3powff(float %x, float 9.0)
  %b = call float @_Z3powff(float %a, float 1.5)
  %c = call float @_Z3powff(float %b, float -5.0)
  %d = call float @_Z3powff(float %c, float %y)
  %e = call float @_Z4powrff(float %d, float 2.0)
  ret float %e
}

; CHECK-LABEL: @different(
; CHECK:       call <2 x float> @_Z3powDv2_fS_(
define <2 x float> @different(<2 x float> %x) {
  %power = call <2 x float> @_Z3powDv2_fS_(<2 x float> %x, <2 x float> <float 2.0, float 3.0>)
  ret <2 x float> %power
}
