; RUN: wherry-opt -passes=drop-dead-masks,verify %s | FileCheck %s
; The sum's users ask for its low half, the address for the masked number.

; CHECK-LABEL: @wg.sum(
; CHECK:         %index = and i64 %x, 4294967295
; CHECK:         %at = getelementptr float, ptr addrspace(1) %out, i64 %index
; CHECK:         %sum = add i64 %x, %y
; CHECK:         %twice = shl i64 %sum, 1
; CHECK:         %low = trunc i64 %twice to i32
define void @wg.sum(ptr addrspace(1) %out, i64 %x, i64 %y) #0 {
  %index = and i64 %x, 4294967295
  %at = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %at, align 4
  %sum = add nsw i64 %index, %y
  %twice = shl i64 %sum, 1
  %low = trunc nsw i64 %twice to i32
  store i32 %low, ptr addrspace(1) %out, align 4
  ret void
}

attributes #0 = { "wherry-kernel"="sum" }
