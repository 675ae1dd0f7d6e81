; RUN: wherry-opt -passes=constants-last,verify %s | FileCheck %s
; A sum with an operand that is such a sum itself, and an inner sum that has another use, keep their values.

; CHECK-LABEL: @wg.nested(
; CHECK:         %x.1 = or disjoint i32 %x, 1
; CHECK:         store i32 %x.1
; CHECK:         %[[ONE:.*]] = add i32 %sum, 1
; CHECK:         zext i32 %[[ONE]] to i64
; CHECK:         %[[TWO:.*]] = add i32 %{{.*}}, 2
; CHECK:         zext i32 %[[TWO]] to i64
define void @wg.nested(ptr addrspace(1) %in, i32 %half, i32 %w) #0 {
  %x = shl i32 %half, 1
  %x.1 = or disjoint i32 %x, 1
  store i32 %x.1, ptr addrspace(1) %in
  %sum = add i32 %x, %w
  %wide = zext i32 %sum to i64
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %wide
  store i32 0, ptr addrspace(1) %at
  %one = add i32 %x.1, %w
  %wide.1 = zext i32 %one to i64
  %at.1 = getelementptr i32, ptr addrspace(1) %in, i64 %wide.1
  store i32 1, ptr addrspace(1) %at.1
  %x.3 = add i32 %x.1, 2
  %two = add i32 %x.3, %w
  %wide.2 = zext i32 %two to i64
  %at.2 = getelementptr i32, ptr addrspace(1) %in, i64 %wide.2
  store i32 2, ptr addrspace(1) %at.2
  ret void
}

attributes #0 = { "wherry-kernel"="k" }
