; RUN: wherry-opt -passes=narrow-integers,verify %s | FileCheck %s
; Both halves of a product of two numbers of 32 bits: the lower one comes from a product in 32 bits. Neither that of a
; product which is needed whole, nor that of longer numbers, nor where the upper half is a carry.

; CHECK-LABEL: @wg.halves(
; CHECK:       %[[LOWER:.*]] = mul i32 %{{.*}}, -766435501
; CHECK:       %product = mul nuw i64 %long, 3528531795
; CHECK:       %higher = lshr i64 %product, 32
; CHECK-NOT:   trunc i64 %product to i32
; CHECK:       xor i32 %high, %[[LOWER]]
; CHECK:       %other = mul i64 %long, 4294967296
; CHECK:       trunc i64 %other to i32
; CHECK:       %whole = mul nuw i64 %long, 5
; CHECK:       trunc i64 %whole to i32
; CHECK:       trunc i64 %carrying to i32
define void @wg.halves(ptr %args, ptr %context) "wherry-kernel"="halves" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %number = load i32, ptr addrspace(1) %a
  %long = zext i32 %number to i64
  %product = mul nuw i64 %long, 3528531795
  %lower = trunc i64 %product to i32
  %higher = lshr i64 %product, 32
  %high = trunc i64 %higher to i32
  %both = xor i32 %high, %lower
  %other = mul i64 %long, 4294967296
  %other.lower = trunc i64 %other to i32
  %other.higher = lshr i64 %other, 32
  %other.high = trunc i64 %other.higher to i32
  %whole = mul nuw i64 %long, 5
  %whole.lower = trunc i64 %whole to i32
  %again = add i32 %both, %other.lower
  %more = add i32 %again, %other.high
  %all = add i32 %more, %whole.lower
  store i32 %all, ptr addrspace(1) %a
  store i64 %whole, ptr addrspace(1) %a
  %carrying = mul nuw i64 %long, 7
  %carrying.lower = trunc i64 %carrying to i32
  %carrying.higher = lshr i64 %carrying, 32
  %carried = add i64 %carrying.higher, %whole
  store volatile i32 %carrying.lower, ptr addrspace(1) %a
  store i64 %carried, ptr addrspace(1) %a
  ret void
}

; Halves of two products that Clang joins in 64 bits, of which one is the low half of a number: joined in 32 bits. A join
; whose upper half is needed, too, and one of other numbers stay.
; CHECK-LABEL: @wg.joined(
; CHECK:       mul i32 %{{.*}}, -766435501
; CHECK:       %[[HIGH:.*]] = trunc i64 %upper to i32
; CHECK:       xor i32 %{{.*}}, %[[HIGH]]
; CHECK:       trunc i64 %wide to i32
; CHECK:       trunc i64 %plain to i32
define void @wg.joined(ptr %args, ptr %context) "wherry-kernel"="joined" "wherry-regions"="1" {
  %a = load ptr addrspace(1), ptr %args
  %number = load i64, ptr addrspace(1) %a
  %long = and i64 %number, 4294967295
  %product = mul nuw i64 %long, 3528531795
  %own = lshr i64 %product, 32
  %own.high = trunc i64 %own to i32
  store volatile i32 %own.high, ptr addrspace(1) %a
  %other = mul nuw i64 %long, 3449720151
  %upper = lshr i64 %other, 32
  %joined = xor i64 %product, %upper
  %low = trunc i64 %joined to i32
  store volatile i32 %low, ptr addrspace(1) %a
  %wide = xor i64 %upper, %number
  %wide.low = trunc i64 %wide to i32
  store volatile i32 %wide.low, ptr addrspace(1) %a
  store volatile i64 %wide, ptr addrspace(1) %a
  %plain = xor i64 %number, %long
  %plain.low = trunc i64 %plain to i32
  store volatile i32 %plain.low, ptr addrspace(1) %a
  ret void
}
