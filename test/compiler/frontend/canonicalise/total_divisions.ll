; RUN: wherry-opt -passes=total-divisions %s | FileCheck %s
; OpenCL C 6.3.a: a division by zero gives an unspecified value and no exception, LLVM's is undefined.

; CHECK-LABEL: @unsigned(
; CHECK:       %[[ZERO:.*]] = icmp eq i32 %by, 0
; CHECK:       %[[BY:.*]] = select i1 %[[ZERO]], i32 1, i32 %by
; CHECK:       udiv i32 %x, %[[BY]]
define i32 @unsigned(i32 %x, i32 %by) {
  %quotient = udiv i32 %x, %by
  ret i32 %quotient
}

; The least number divided by -1 has no quotient either.
; CHECK-LABEL: @signed(
; CHECK:       icmp eq i32 %x, -2147483648
; CHECK:       icmp eq i32 %by, -1
; CHECK:       srem i32 %x,
define i32 @signed(i32 %x, i32 %by) {
  %rest = srem i32 %x, %by
  ret i32 %rest
}
