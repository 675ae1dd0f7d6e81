; RUN: wherry-opt -passes=split-vectors %s | FileCheck %s
; A math function of the precompiled library that is called for a work-item's own vector is called for each element, as
; the vectoriser makes lanes of scalar calls. Other functions of vectors stay.

declare <2 x float> @_Z3powDv2_fS_(<2 x float>, <2 x float>)
declare <2 x double> @_Z4pownDv2_dDv2_i(<2 x double>, <2 x i32>)
declare <2 x float> @_Z5otherDv2_f(<2 x float>)
declare float @_Z3powff(float, float)

; CHECK-LABEL: @calls(
; CHECK:       %[[X:.*]] = extractelement <2 x float> %x, i64 1
; CHECK:       %[[Y:.*]] = extractelement <2 x float> %y, i64 1
; CHECK:       %[[POWER:.*]] = call float @_Z3powff(float %[[X]], float %[[Y]])
; CHECK:       %{{.*}} = insertelement <2 x float> %{{.*}}, float %[[POWER]], i64 1
; CHECK:       call <2 x float> @_Z5otherDv2_f(
; CHECK:       call float @_Z3powff(float 1.000000e+00, float 2.000000e+00)
; CHECK-COUNT-2: call double @_Z4powndi(double %{{.*}}, i32 %{{.*}})
; CHECK-NOT:   call
; CHECK:       ret void
; CHECK:       declare double @_Z4powndi(double, i32) #[[PURE:[0-9]+]]
; CHECK:       attributes #[[PURE]] = { {{.*}}memory(none)
define void @calls(<2 x float> %x, <2 x float> %y, <2 x double> %z, <2 x i32> %n, ptr %out) {
  %power = call <2 x float> @_Z3powDv2_fS_(<2 x float> %x, <2 x float> %y)
  %other = call <2 x float> @_Z5otherDv2_f(<2 x float> %power)
  store <2 x float> %other, ptr %out
  %scalar = call float @_Z3powff(float 1.0, float 2.0)
  store float %scalar, ptr %out
  %integral = call <2 x double> @_Z4pownDv2_dDv2_i(<2 x double> %z, <2 x i32> %n)
  store <2 x double> %integral, ptr %out
  ret void
}
