; RUN: wherry-opt -passes=relax-math %s | FileCheck %s
; Functions of float, alone and in vectors, become the faster forms of -cl-fast-relaxed-math, with the same arguments and
; calling convention.

; CHECK-LABEL: define spir_func float @alone
; CHECK: call spir_func float @_Z13__relaxed_expf(float %x)
; CHECK: call spir_func float @_Z9half_powrff(float %e, float %x)
; CHECK: call spir_func float @_Z11native_sqrtf(float %p)
; CHECK-LABEL: define spir_func <4 x float> @vectors
; CHECK: call spir_func <4 x float> @_Z10native_sinDv4_f(<4 x float> %x)
; CHECK-NOT: declare {{.*}} @_Z3expf
declare spir_func float @_Z3expf(float)
declare spir_func float @_Z4powrff(float, float)
declare spir_func float @_Z4sqrtf(float)
declare spir_func <4 x float> @_Z3sinDv4_f(<4 x float>)

define spir_func float @alone(float %x) {
  %e = call spir_func float @_Z3expf(float %x)
  %p = call spir_func float @_Z4powrff(float %e, float %x)
  %r = call spir_func float @_Z4sqrtf(float %p)
  ret float %r
}

define spir_func <4 x float> @vectors(<4 x float> %x) {
  %s = call spir_func <4 x float> @_Z3sinDv4_f(<4 x float> %x)
  ret <4 x float> %s
}
