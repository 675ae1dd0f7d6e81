; RUN: wherry-opt -passes=total-divisions %s | FileCheck %s
; A constant divisor other than 0 and -1 is safe: the division stays as it is.

; CHECK-LABEL: @by_constant(
; CHECK-NEXT:  %quotient = sdiv i32 %x, 7
; CHECK-NEXT:  ret i32 %quotient
define i32 @by_constant(i32 %x) {
  %quotient = sdiv i32 %x, 7
  ret i32 %quotient
}
