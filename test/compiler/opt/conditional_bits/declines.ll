; RUN: wherry-opt -passes='function(conditional-bits),verify' %s | FileCheck %s
; Bits that have other uses, other numbers than a condition's, and other operations stay.
; CHECK-NOT:   select

define i32 @used(i32 %bits, i1 %c, i32 %i, ptr %to) {
  %number = zext i1 %c to i32
  %bit = shl i32 %number, %i
  store i32 %bit, ptr %to
  %all = or i32 %bits, %bit
  ret i32 %all
}

define i32 @more_bits(i32 %bits, i2 %c, i32 %i) {
  %number = zext i2 %c to i32
  %bit = shl i32 %number, %i
  %all = or i32 %bits, %bit
  ret i32 %all
}

define i32 @signed(i32 %bits, i1 %c, i32 %i) {
  %number = sext i1 %c to i32
  %bit = shl i32 %number, %i
  %all = or i32 %bits, %bit
  ret i32 %all
}

define i32 @sum(i32 %bits, i1 %c, i32 %i) {
  %number = zext i1 %c to i32
  %bit = shl i32 %number, %i
  %all = add i32 %bits, %bit
  ret i32 %all
}
