; RUN: wherry-opt -passes=total-divisions %s | FileCheck %s
; The two constants that are not safe: 0 always, -1 of signed divisions where the dividend is the least number.

; CHECK-LABEL: @by_zero(
; CHECK-NEXT:  %rest = urem i64 %x, 1
; CHECK-NEXT:  ret i64 %rest
define i64 @by_zero(i64 %x) {
  %rest = urem i64 %x, 0
  ret i64 %rest
}

; CHECK-LABEL: @by_minus_one(
; CHECK:       %[[LEAST:.*]] = icmp eq i64 %x, -9223372036854775808
; CHECK:       %[[BY:.*]] = select i1 %{{.*}}, i64 1, i64 -1
; CHECK-NEXT:  sdiv i64 %x, %[[BY]]
define i64 @by_minus_one(i64 %x) {
  %quotient = sdiv i64 %x, -1
  ret i64 %quotient
}

; An unsigned quotient always has a place: the greatest divisor needs no look at the dividend.
; CHECK-LABEL: @by_greatest(
; CHECK-NOT:   icmp eq i8 %x
; CHECK:       udiv i8 %x, -1
define i8 @by_greatest(i8 %x) {
  %quotient = udiv i8 %x, -1
  ret i8 %quotient
}
