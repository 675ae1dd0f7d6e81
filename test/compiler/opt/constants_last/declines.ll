; RUN: wherry-opt -passes=constants-last,verify %s | FileCheck %s
; Kept: sums that do not wrap around; a sum that has no neighbour; sums that are no indices; sums without a term that is
; multiplied by a constant, whose neighbours are other work-items'.

; CHECK-LABEL: @wg.known(
; CHECK:         %sum = add nsw i32 %x, %w
; CHECK:         %one = add nsw i32 %x.1, %w
; CHECK:         %other = add i32 %x.1, %v
; CHECK:         %value.1 = add i32 %x.1, %u
; CHECK:         %value.2 = add i32 %x.2, %u
define void @wg.known(ptr addrspace(1) %in, i32 %half, i32 %w, i32 %v, i32 %u) #0 {
  %x = shl i32 %half, 1
  %x.1 = add nsw i32 %x, 1
  %x.2 = add nsw i32 %x, 2
  %sum = add nsw i32 %x, %w
  %one = add nsw i32 %x.1, %w
  %other = add i32 %x.1, %v
  %value.1 = add i32 %x.1, %u
  %value.2 = add i32 %x.2, %u
  %wide = sext i32 %sum to i64
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %wide
  store i32 %value.1, ptr addrspace(1) %at
  %wide.1 = sext i32 %one to i64
  %at.1 = getelementptr i32, ptr addrspace(1) %in, i64 %wide.1
  store i32 %value.2, ptr addrspace(1) %at.1
  %wide.2 = sext i32 %other to i64
  %at.2 = getelementptr i32, ptr addrspace(1) %in, i64 %wide.2
  store i32 0, ptr addrspace(1) %at.2
  ret void
}

; CHECK-LABEL: @wg.neighbours(
; CHECK:         %one = add i32 %x.1, %w
; CHECK:         %two = add i32 %x.2, %w
define void @wg.neighbours(ptr addrspace(1) %in, i32 %x, i32 %y, i32 %width) #0 {
  %w = mul i32 %y, %width
  %x.1 = add i32 %x, 1
  %x.2 = add i32 %x, 2
  %one = add i32 %x.1, %w
  %wide.1 = zext i32 %one to i64
  %at.1 = getelementptr float, ptr addrspace(1) %in, i64 %wide.1
  store float 1.0, ptr addrspace(1) %at.1
  %two = add i32 %x.2, %w
  %wide.2 = zext i32 %two to i64
  %at.2 = getelementptr float, ptr addrspace(1) %in, i64 %wide.2
  store float 2.0, ptr addrspace(1) %at.2
  ret void
}

attributes #0 = { "wherry-kernel"="k" }
