; RUN: wherry-opt -passes=relax-math %s | FileCheck %s
; Functions whose native forms do not keep the bounds, a longer name with the same beginning, and a function of the
; program's own with the library's name.

; CHECK-LABEL: define spir_func float @test
; CHECK: call spir_func float @_Z3logf(float %x)
; CHECK: call spir_func float @_Z5expm1f(float %l)
; CHECK: call spir_func float @_Z3tanf(float %m)
; CHECK: define spir_func float @_Z3tanf(float %x)
declare spir_func float @_Z3logf(float)
declare spir_func float @_Z5expm1f(float)

define spir_func float @test(float %x) {
  %l = call spir_func float @_Z3logf(float %x)
  %m = call spir_func float @_Z5expm1f(float %l)
  %t = call spir_func float @_Z3tanf(float %m)
  ret float %t
}

define spir_func float @_Z3tanf(float %x) {
  ret float %x
}
