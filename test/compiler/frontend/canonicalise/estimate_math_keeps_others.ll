; RUN: wherry-opt -passes=estimate-math %s | FileCheck %s
; A float's rsqrt has a division that reciprocal-estimates finds as it is, and a program may have a function of the
; library's name.

; CHECK: call spir_func float @_Z5rsqrtf(float %x)
; CHECK: call spir_func float @_Z9half_sqrtf(float %a)
declare spir_func float @_Z5rsqrtf(float)

define spir_func float @test(float %x) {
  %a = call spir_func float @_Z5rsqrtf(float %x)
  %b = call spir_func float @_Z9half_sqrtf(float %a)
  ret float %b
}

define spir_func float @_Z9half_sqrtf(float %x) {
  ret float %x
}
