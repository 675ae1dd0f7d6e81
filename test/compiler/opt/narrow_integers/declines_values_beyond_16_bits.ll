; RUN: wherry-opt -passes=narrow-integers %s | FileCheck %s
; A product of two uchar may be 65025, a ushort 65535, the absolute value of the least short 32768, and a negative int
; shifted right as an unsigned one is huge: none of these is a short. Values that do not come from elements in memory
; have no bound.

; CHECK-LABEL: @wg.beyond(
; CHECK-NOT:   i16
; CHECK:       %product = mul i32 %int, %int
; CHECK-NEXT:  %one = add i32 %product, 1
; CHECK-NEXT:  %two = add i32 %one, 1
; CHECK-NEXT:  %three = xor i32 %two, 1
; CHECK-NEXT:  %byte.out = trunc i32 %three to i8
define void @wg.beyond(ptr %args, ptr %context) "wherry-kernel"="beyond" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %byte = load i8, ptr addrspace(1) %a
  %int = zext i8 %byte to i32
  %product = mul i32 %int, %int
  %one = add i32 %product, 1
  %two = add i32 %one, 1
  %three = xor i32 %two, 1
  %byte.out = trunc i32 %three to i8
  store i8 %byte.out, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @wg.unsigned_short(
; CHECK:       %int = zext i16 %element to i32
; CHECK-NEXT:  %one = ashr i32 %int, 1
; CHECK-NEXT:  %two = add i32 %one, 1
; CHECK-NEXT:  %three = sub i32 %two, 3
; CHECK-NEXT:  %four = and i32 %three, 255
; CHECK-NEXT:  %short = trunc i32 %four to i16
define void @wg.unsigned_short(ptr %args, ptr %context) "wherry-kernel"="unsigned_short" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %element = load i16, ptr addrspace(1) %a
  %int = zext i16 %element to i32
  %one = ashr i32 %int, 1
  %two = add i32 %one, 1
  %three = sub i32 %two, 3
  %four = and i32 %three, 255
  %short = trunc i32 %four to i16
  store i16 %short, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @wg.least_short(
; CHECK:       %size = call i32 @llvm.abs.i32(i32 %int, i1 false)
; CHECK:       %shifted = lshr i32 %int, 1
; CHECK:       %far = ashr i32 %int, 16
define void @wg.least_short(ptr %args, ptr %context) "wherry-kernel"="least_short" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %element = load i16, ptr addrspace(1) %a
  %int = sext i16 %element to i32
  %size = call i32 @llvm.abs.i32(i32 %int, i1 false)
  %shifted = lshr i32 %int, 1
  %far = ashr i32 %int, 16
  %one = add i32 %size, %shifted
  %two = xor i32 %one, %far
  %three = and i32 %two, 255
  %short = trunc i32 %three to i16
  store i16 %short, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @wg.not_from_memory(
; CHECK-NOT:   i16
; CHECK:       ret void
define void @wg.not_from_memory(ptr %args, ptr %context) "wherry-kernel"="not_from_memory" "wherry-regions"="1" {
  %number = load i32, ptr %args
  %one = add i32 %number, 1
  %two = xor i32 %one, 1
  %three = mul i32 %two, 3
  %four = sub i32 %three, 1
  %byte = trunc i32 %four to i8
  store i8 %byte, ptr %context
  ret void
}
