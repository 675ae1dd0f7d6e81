; RUN: wherry-opt -passes=relax-math %s | FileCheck %s
; The option's table has no bounds of double and half.

; CHECK: call spir_func double @_Z3expd(double %x)
; CHECK: call spir_func half @_Z3sinDh(half %h)
declare spir_func double @_Z3expd(double)
declare spir_func half @_Z3sinDh(half)

define spir_func double @test(double %x, half %h) {
  %e = call spir_func double @_Z3expd(double %x)
  %s = call spir_func half @_Z3sinDh(half %h)
  ret double %e
}
