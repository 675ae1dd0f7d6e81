; RUN: wherry-opt -passes=narrow-integers %s | FileCheck %s
; Three operations, or five with one extension behind them, save less than they cost: they keep their 32 bits.

; CHECK-LABEL: @wg.three(
; CHECK-NOT:   i16
; CHECK:       ret void
define void @wg.three(ptr %args, ptr %context) "wherry-kernel"="three" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %byte = load i8, ptr addrspace(1) %a
  %int = zext i8 %byte to i32
  %one = add i32 %int, 3
  %two = add i32 %one, %int
  %three = lshr i32 %two, 1
  %low = trunc i32 %three to i8
  store i8 %low, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @wg.five_and_extension(
; CHECK-NOT:   i16
; CHECK:       ret void
define void @wg.five_and_extension(ptr %args, ptr %context) "wherry-kernel"="five_and_extension" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %out = load ptr addrspace(1), ptr %context
  %byte = load i8, ptr addrspace(1) %a
  %int = zext i8 %byte to i32
  %one = add i32 %int, 3
  %two = add i32 %one, %int
  %three = lshr i32 %two, 1
  %four = shl i32 %three, 2
  %five = add i32 %four, 1
  store i32 %five, ptr addrspace(1) %out
  ret void
}

; A function that is no kernel stays as it is.
; CHECK-LABEL: @helper(
; CHECK-NOT:   i16
; CHECK:       ret void
define void @helper(ptr addrspace(1) %a) {
  %byte = load i8, ptr addrspace(1) %a
  %int = zext i8 %byte to i32
  %one = add i32 %int, 3
  %two = add i32 %one, %int
  %three = lshr i32 %two, 1
  %four = xor i32 %three, 1
  %low = trunc i32 %four to i8
  store i8 %low, ptr addrspace(1) %a
  ret void
}
