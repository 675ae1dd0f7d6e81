; RUN: wherry-opt -passes=drop-dead-masks,verify %s | FileCheck %s
; A signed counter of a loop over the grid, in 64 bits: its low half is extended for the index. The sum, of which the
; low half alone is asked for, takes the counter as it is.

; CHECK-LABEL: @wg.grid(
; CHECK:         %wide = phi i64 [ %item, %entry ], [ %next, %loop ]
; CHECK:         %index = ashr exact i64 %up, 32
; CHECK:         getelementptr i32, ptr addrspace(1) %out, i64 %index
; CHECK:         %next = add i64 %wide, %items
; CHECK:         %high = add i64 %index, %items
define void @wg.grid(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %item = call i64 @__wherry_global_id(i32 0)
  %items = call i64 @__wherry_global_size(i32 0)
  br label %loop

loop:
  %wide = phi i64 [ %item, %entry ], [ %next, %loop ]
  %up = shl i64 %wide, 32
  %index = ashr exact i64 %up, 32
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 1, ptr addrspace(1) %place, align 4
  %next = add nsw i64 %index, %items
  %high = add i64 %index, %items
  store i64 %high, ptr addrspace(1) %out, align 8
  %low = trunc i64 %next to i32
  %more = icmp slt i32 %low, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

declare i64 @__wherry_global_id(i32)
declare i64 @__wherry_global_size(i32)

attributes #0 = { "wherry-kernel"="grid" }
