; RUN: llc -mtriple=x86_64-linux -mcpu=x86-64-v4 < %s | FileCheck %s
; LLVM makes a plain store of a non-temporal one of halves. Once this fails, drop store_halves_as_floats of
; opt/nontemporal_stores.cpp and its test.

; CHECK-LABEL: halves:
; CHECK-NOT:   movnt
; CHECK:       retq
define void @halves(ptr %to, <32 x half> %value) {
  store <32 x half> %value, ptr %to, align 64, !nontemporal !0
  ret void
}

!0 = !{i32 1}
