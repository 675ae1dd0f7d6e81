; RUN: wherry-opt -passes=vector-high-products,verify %s | FileCheck %s
; Scalars, two elements, one factor with a sign beside one without, a factor of more than 64 bits, another half: as they
; were.

; CHECK-NOT:   and <
define i64 @scalar(i64 %x, i64 %y) {
  %a = zext i64 %x to i128
  %b = zext i64 %y to i128
  %p = mul nuw i128 %a, %b
  %h = lshr i128 %p, 64
  %r = trunc i128 %h to i64
  ret i64 %r
}

define <2 x i64> @two(<2 x i64> %x, <2 x i64> %y) {
  %a = zext <2 x i64> %x to <2 x i128>
  %b = zext <2 x i64> %y to <2 x i128>
  %p = mul nuw <2 x i128> %a, %b
  %h = lshr <2 x i128> %p, splat (i128 64)
  %r = trunc <2 x i128> %h to <2 x i64>
  ret <2 x i64> %r
}

define <8 x i64> @mixed(<8 x i64> %x, <8 x i64> %y) {
  %a = sext <8 x i64> %x to <8 x i128>
  %b = zext <8 x i64> %y to <8 x i128>
  %p = mul nsw <8 x i128> %a, %b
  %h = lshr <8 x i128> %p, splat (i128 64)
  %r = trunc <8 x i128> %h to <8 x i64>
  ret <8 x i64> %r
}

define <8 x i64> @large(<8 x i64> %x) {
  %a = zext <8 x i64> %x to <8 x i128>
  %p = mul <8 x i128> %a, splat (i128 18446744073709551616)
  %h = lshr <8 x i128> %p, splat (i128 64)
  %r = trunc <8 x i128> %h to <8 x i64>
  ret <8 x i64> %r
}

define <8 x i64> @middle(<8 x i64> %x, <8 x i64> %y) {
  %a = zext <8 x i64> %x to <8 x i128>
  %b = zext <8 x i64> %y to <8 x i128>
  %p = mul nuw <8 x i128> %a, %b
  %h = lshr <8 x i128> %p, splat (i128 32)
  %r = trunc <8 x i128> %h to <8 x i64>
  ret <8 x i64> %r
}
