; RUN: wherry-opt -passes=narrow-integers %s | FileCheck %s
; A user that needs 32 bits gets the narrow value extended, by its sign unless the value is never negative. A comparison
; with a number beyond 16 bits is such a user.

; CHECK-LABEL: @wg.never_negative(
; CHECK:       %[[SUM:.*]] = add i16
; CHECK:       %[[LAST:.*]] = or i16
; CHECK:       %[[WIDE:.*]] = zext nneg i16 %[[LAST]] to i32
; CHECK:       icmp slt i32 %[[WIDE]], 100000
; CHECK:       store i32 %[[WIDE]], ptr addrspace(1) %out
define void @wg.never_negative(ptr %args, ptr %context) "wherry-kernel"="never_negative" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %out = load ptr addrspace(1), ptr %context
  %byte = load i8, ptr addrspace(1) %a
  %int = zext i8 %byte to i32
  %one = add i32 %int, 3
  %two = add i32 %one, %int
  %three = lshr i32 %two, 1
  %four = shl i32 %three, 2
  %five = add i32 %four, 1
  %six = or i32 %five, 8
  %less = icmp slt i32 %six, 100000
  store i32 %six, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: @wg.maybe_negative(
; CHECK:       %[[LAST:.*]] = sub i16
; CHECK:       %[[WIDE:.*]] = sext i16 %[[LAST]] to i32
; CHECK:       store i32 %[[WIDE]], ptr addrspace(1) %out
define void @wg.maybe_negative(ptr %args, ptr %context) "wherry-kernel"="maybe_negative" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %out = load ptr addrspace(1), ptr %context
  %byte = load i8, ptr addrspace(1) %a
  %int = zext i8 %byte to i32
  %one = add i32 %int, 3
  %two = add i32 %one, %int
  %three = xor i32 %two, 5
  %four = add i32 %three, %int
  %five = add i32 %four, 1
  %six = sub i32 %five, 2000
  store i32 %six, ptr addrspace(1) %out
  ret void
}
