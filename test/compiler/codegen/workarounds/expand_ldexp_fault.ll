; RUN: llc -mcpu=x86-64-v3 < %s | FileCheck %s
; LLVM calls the C library for each element. Once there is no call, LLVM does what codegen/workarounds/expand_ldexp does,
; which can go.

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: {{^}}scale:
; CHECK:       callq ldexpf
define <8 x float> @scale(<8 x float> %x, <8 x i32> %n) {
  %y = call <8 x float> @llvm.ldexp.v8f32.v8i32(<8 x float> %x, <8 x i32> %n)
  ret <8 x float> %y
}
