; RUN: wherry-opt -passes=clamp-to-half %s | FileCheck %s
; Integers of 16 bits stay: InstCombine knows them to fit, or not. Conversions to float stay too.

; CHECK-NOT:   @llvm.
; CHECK-LABEL: @short(
; CHECK:       sitofp i16 %x to half
define half @short(i16 %x) {
  %half = sitofp i16 %x to half
  ret half %half
}

; CHECK-LABEL: @float(
; CHECK:       sitofp i64 %x to float
; CHECK-NOT:   @llvm.
define float @float(i64 %x) {
  %float = sitofp i64 %x to float
  ret float %float
}
