; RUN: wherry-opt -passes=total-divisions,verify %s | FileCheck %s
; LLVM's optimiser writes x % y beside x / y as x - x / y * y. A difference of other numbers stays.

; CHECK-LABEL: @signed(
; CHECK-NOT:     mul
; CHECK:         srem i32 %x
; CHECK-LABEL: @unsigned(
; CHECK-NOT:     mul
; CHECK:         urem i32 %x, 7
; CHECK-LABEL: @others(
; CHECK:         mul i32 %quotient, %z
; CHECK:         sub i32 %x
define i32 @signed(i32 %x, i32 %y, ptr %out) {
  %quotient = sdiv i32 %x, %y
  store i32 %quotient, ptr %out, align 4
  %product = mul i32 %quotient, %y
  %rest = sub i32 %x, %product
  ret i32 %rest
}

define i32 @unsigned(i32 %x, ptr %out) {
  %quotient = udiv i32 %x, 7
  store i32 %quotient, ptr %out, align 4
  %product = mul i32 7, %quotient
  %rest = sub i32 %x, %product
  ret i32 %rest
}

define i32 @others(i32 %x, i32 %y, i32 %z) {
  %quotient = sdiv i32 %x, %y
  %product = mul i32 %quotient, %z
  %rest = sub i32 %x, %product
  ret i32 %rest
}
