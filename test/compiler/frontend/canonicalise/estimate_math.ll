; RUN: wherry-opt -passes=estimate-math %s | FileCheck %s
; Roots become the forms that reciprocal-estimates finds.

; CHECK: call spir_func <2 x double> @_Z17__estimated_rsqrtDv2_d(<2 x double> %y)
; CHECK: call spir_func float @_Z16__estimated_sqrtf(float %x)
; CHECK: call spir_func float @_Z16__estimated_sqrtf(float %b)
declare spir_func <2 x double> @_Z5rsqrtDv2_d(<2 x double>)
declare spir_func float @_Z11native_sqrtf(float)
declare spir_func float @_Z9half_sqrtf(float)

define spir_func float @test(float %x, <2 x double> %y, ptr %out) {
  %a = call spir_func <2 x double> @_Z5rsqrtDv2_d(<2 x double> %y)
  store <2 x double> %a, ptr %out
  %b = call spir_func float @_Z11native_sqrtf(float %x)
  %c = call spir_func float @_Z9half_sqrtf(float %b)
  ret float %c
}
