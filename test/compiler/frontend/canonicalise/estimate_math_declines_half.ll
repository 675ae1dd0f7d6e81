; RUN: wherry-opt -passes=estimate-math %s | FileCheck %s
; No instruction estimates a half's root.

; CHECK: call spir_func half @_Z5rsqrtDh(half %x)
declare spir_func half @_Z5rsqrtDh(half)

define spir_func half @test(half %x) {
  %a = call spir_func half @_Z5rsqrtDh(half %x)
  ret half %a
}
