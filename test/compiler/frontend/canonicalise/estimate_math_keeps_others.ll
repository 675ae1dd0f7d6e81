; RUN: wherry-opt -passes=estimate-math %s | FileCheck %s
; Native forms have their own code, and a program may have a function of the library's name.

; CHECK: call spir_func float @_Z12native_rsqrtf(float %x)
; CHECK: call spir_func float @_Z5rsqrtf(float %a)
declare spir_func float @_Z12native_rsqrtf(float)

define spir_func float @test(float %x) {
  %a = call spir_func float @_Z12native_rsqrtf(float %x)
  %b = call spir_func float @_Z5rsqrtf(float %a)
  ret float %b
}

define spir_func float @_Z5rsqrtf(float %x) {
  ret float %x
}
