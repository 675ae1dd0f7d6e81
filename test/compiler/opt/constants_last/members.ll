; RUN: wherry-opt -passes=constants-last,verify %s | FileCheck %s
; Sums of two numbers and constants, as Clang has written (x + k) + w, become the sum of both and a constant: of a sum
; that is there, and of none. An operation without a carry is a sum, too.

; CHECK-LABEL: @wg.there(
; CHECK:         %sum = add i32 %x, %w
; CHECK:         %one = add i32 %sum, 1
; CHECK:         %two = add i32 %sum, 2
; CHECK-NOT:     or disjoint
define void @wg.there(ptr addrspace(1) %in, i32 %half, i32 %w) #0 {
  %x = shl i32 %half, 1
  %x.1 = or disjoint i32 %x, 1
  %x.2 = add i32 %x, 2
  %sum = add i32 %x, %w
  %wide = zext i32 %sum to i64
  %at = getelementptr float, ptr addrspace(1) %in, i64 %wide
  store float 0.0, ptr addrspace(1) %at
  %one = add i32 %x.1, %w
  %wide.1 = zext i32 %one to i64
  %at.1 = getelementptr float, ptr addrspace(1) %in, i64 %wide.1
  store float 1.0, ptr addrspace(1) %at.1
  %two = add i32 %w, %x.2
  %wide.2 = zext i32 %two to i64
  %at.2 = getelementptr float, ptr addrspace(1) %in, i64 %wide.2
  store float 2.0, ptr addrspace(1) %at.2
  ret void
}

; CHECK-LABEL: @wg.absent(
; CHECK:         %x = shl i32 %half, 1
; CHECK-NEXT:    %[[SUM:.*]] = add i32 %x, %w
; CHECK:         %one = add i32 %[[SUM]], 1
; CHECK:         %two = add i32 %[[SUM]], 2
define void @wg.absent(ptr addrspace(1) %in, i32 %half, i32 %w, i1 %c) #0 {
  %x = shl i32 %half, 1
  %x.1 = or disjoint i32 %x, 1
  %x.2 = add i32 %x, 2
  br i1 %c, label %first, label %second

first:
  %one = add i32 %x.1, %w
  %wide.1 = zext i32 %one to i64
  %at.1 = getelementptr float, ptr addrspace(1) %in, i64 %wide.1
  store float 1.0, ptr addrspace(1) %at.1
  br label %second

second:
  %two = add i32 %x.2, %w
  %wide.2 = zext i32 %two to i64
  %at.2 = getelementptr float, ptr addrspace(1) %in, i64 %wide.2
  store float 2.0, ptr addrspace(1) %at.2
  ret void
}

attributes #0 = { "wherry-kernel"="k" }
