; RUN: wherry-opt -passes=vector-high-products,adce,verify %s | FileCheck %s
; Four products of halves of 32 bits; the product of 128 bits is gone.

; CHECK-LABEL: @high(
; CHECK-NOT:   i128
; CHECK:       %[[XL:.*]] = and <8 x i64> %x, splat (i64 4294967295)
; CHECK-NEXT:  %[[XH:.*]] = lshr <8 x i64> %x, splat (i64 32)
; CHECK-NEXT:  %[[YL:.*]] = and <8 x i64> %y, splat (i64 4294967295)
; CHECK-NEXT:  %[[YH:.*]] = lshr <8 x i64> %y, splat (i64 32)
; CHECK-DAG:   mul <8 x i64> %[[XL]], %[[YL]]
; CHECK-DAG:   mul <8 x i64> %[[XH]], %[[YL]]
; CHECK-DAG:   mul <8 x i64> %[[XL]], %[[YH]]
; CHECK-DAG:   mul <8 x i64> %[[XH]], %[[YH]]
; CHECK-NOT:   ashr
; CHECK-NOT:   i128
; CHECK:       ret
define <8 x i64> @high(<8 x i64> %x, <8 x i64> %y) {
  %a = zext <8 x i64> %x to <8 x i128>
  %b = zext <8 x i64> %y to <8 x i128>
  %p = mul nuw <8 x i128> %a, %b
  %h = lshr <8 x i128> %p, splat (i128 64)
  %r = trunc nuw <8 x i128> %h to <8 x i64>
  ret <8 x i64> %r
}

; A constant factor, the largest one, and a narrow one.
; CHECK-LABEL: @constant(
; CHECK-NOT:   trunc
; CHECK:       %[[XL:.*]] = and <4 x i64> %x
; CHECK:       mul <4 x i64> %{{.*}}, splat (i64 4294967295)
; CHECK:       ret
define <4 x i64> @constant(<4 x i64> %x) {
  %a = zext <4 x i64> %x to <4 x i128>
  %p = mul nuw <4 x i128> %a, splat (i128 18446744073709551615)
  %h = lshr <4 x i128> %p, splat (i128 64)
  %r = trunc nuw <4 x i128> %h to <4 x i64>
  ret <4 x i64> %r
}

; CHECK-LABEL: @narrow(
; CHECK:       zext <4 x i32> %y to <4 x i64>
; CHECK-NOT:   trunc
; CHECK:       ret
define <4 x i64> @narrow(<4 x i64> %x, <4 x i32> %y) {
  %a = zext <4 x i64> %x to <4 x i128>
  %b = zext <4 x i32> %y to <4 x i128>
  %p = mul nuw <4 x i128> %a, %b
  %h = lshr <4 x i128> %p, splat (i128 64)
  %r = trunc nuw <4 x i128> %h to <4 x i64>
  ret <4 x i64> %r
}
