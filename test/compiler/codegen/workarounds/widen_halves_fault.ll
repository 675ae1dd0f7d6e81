; RUN: llc -mcpu=x86-64-v3 < %s | FileCheck %s
; LLVM rounds doubles to halves by a call of the C library, and takes roots of halves one by one. Once neither is so, LLVM
; does what codegen/workarounds/widen_halves does, which can go.

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: {{^}}narrow:
; CHECK:       callq __truncdfhf2
define <4 x half> @narrow(<4 x double> %x) {
  %half = fptrunc <4 x double> %x to <4 x half>
  ret <4 x half> %half
}

; CHECK-LABEL: {{^}}roots:
; CHECK-NOT:   sqrtps
; CHECK:       vsqrtss
; CHECK-NOT:   sqrtps
; CHECK:       retq
define <8 x half> @roots(<8 x half> %x) {
  %root = call <8 x half> @llvm.sqrt.v8f16(<8 x half> %x)
  ret <8 x half> %root
}
