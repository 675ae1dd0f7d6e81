; RUN: wherry-opt -passes=vector-high-products,adce,verify %s | FileCheck %s
; A negative factor takes the other one off again.

; CHECK-LABEL: @high(
; CHECK:       %[[SUM:.*]] = add <8 x i64>
; CHECK:       %[[XS:.*]] = ashr <8 x i64> %x, splat (i64 63)
; CHECK-NEXT:  %[[XY:.*]] = and <8 x i64> %[[XS]], %y
; CHECK-NEXT:  %[[YS:.*]] = ashr <8 x i64> %y, splat (i64 63)
; CHECK-NEXT:  %[[YX:.*]] = and <8 x i64> %[[YS]], %x
; CHECK-NEXT:  %[[BOTH:.*]] = add <8 x i64> %[[XY]], %[[YX]]
; CHECK-NEXT:  %[[R:.*]] = sub <8 x i64> %{{.*}}, %[[BOTH]]
; CHECK:       ret <8 x i64> %[[R]]
define <8 x i64> @high(<8 x i64> %x, <8 x i64> %y) {
  %a = sext <8 x i64> %x to <8 x i128>
  %b = sext <8 x i64> %y to <8 x i128>
  %p = mul nsw <8 x i128> %a, %b
  %h = lshr <8 x i128> %p, splat (i128 64)
  %r = trunc <8 x i128> %h to <8 x i64>
  ret <8 x i64> %r
}

; CHECK-LABEL: @negative(
; CHECK-NOT:   i128
; CHECK:       ashr <8 x i64> %x
; CHECK:       ret
define <8 x i64> @negative(<8 x i64> %x) {
  %a = sext <8 x i64> %x to <8 x i128>
  %p = mul nsw <8 x i128> %a, splat (i128 -5)
  %h = ashr <8 x i128> %p, splat (i128 64)
  %r = trunc <8 x i128> %h to <8 x i64>
  ret <8 x i64> %r
}
