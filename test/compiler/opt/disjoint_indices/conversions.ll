; RUN: wherry-opt -passes=disjoint-indices,verify %s | FileCheck %s
; Conversions from 64 bits to 32 and back are written as such: LLVM writes them as shifts and masks, which hide from
; later passes that 32 bits alone may wrap around. Shifts and masks that keep more or fewer bits stay.

; CHECK-LABEL: @wg.conversions(
; CHECK:       %[[NARROW:.*]] = trunc i64 %sum to i32
; CHECK:       %[[WIDE:.*]] = sext i32 %[[NARROW]] to i64
; CHECK:       shl i64 %[[WIDE]], 2
; CHECK:       %[[LOW:.*]] = trunc i64 %sum to i32
; CHECK:       zext i32 %[[LOW]] to i64
; CHECK:       %more = ashr i64 %high, 33
; CHECK:       %fewer = and i64 %sum, 65535
define void @wg.conversions(ptr addrspace(3) %tile, i64 %x, i64 %y) #0 {
entry:
  %sum = add i64 %x, %y
  %high = shl i64 %sum, 32
  %bytes = ashr exact i64 %high, 30
  %low = and i64 %sum, 4294967295
  %more = ashr i64 %high, 33
  %fewer = and i64 %sum, 65535
  %a = getelementptr i8, ptr addrspace(3) %tile, i64 %bytes
  store i64 %low, ptr addrspace(3) %a, align 8
  %b = getelementptr i64, ptr addrspace(3) %tile, i64 %more
  store i64 %fewer, ptr addrspace(3) %b, align 8
  ret void
}

attributes #0 = { "wherry-kernel"="conversions" "wherry-vectorise" }
