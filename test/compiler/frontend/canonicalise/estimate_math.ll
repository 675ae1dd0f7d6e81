; RUN: wherry-opt -passes=estimate-math %s | FileCheck %s
; Reciprocal roots become the form that reciprocal-estimates finds.

; CHECK: call spir_func float @_Z17__estimated_rsqrtf(float %x)
; CHECK: call spir_func <2 x double> @_Z17__estimated_rsqrtDv2_d(<2 x double> %y)
; CHECK: call spir_func float @_Z17__estimated_rsqrtf(float %x)
declare spir_func float @_Z5rsqrtf(float)
declare spir_func <2 x double> @_Z5rsqrtDv2_d(<2 x double>)
declare spir_func float @_Z10half_rsqrtf(float)

define spir_func float @test(float %x, <2 x double> %y, ptr %out) {
  %a = call spir_func float @_Z5rsqrtf(float %x)
  %b = call spir_func <2 x double> @_Z5rsqrtDv2_d(<2 x double> %y)
  store <2 x double> %b, ptr %out
  %c = call spir_func float @_Z10half_rsqrtf(float %x)
  %d = fadd float %a, %c
  ret float %d
}
