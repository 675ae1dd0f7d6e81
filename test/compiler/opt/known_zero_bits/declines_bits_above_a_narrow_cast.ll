; RUN: wherry-opt -passes=keep-known-zero-bits %s | FileCheck %s
; Bit 8 of a number that was extended from 8 bits is the sign of these, not bit 8 of what they were cut from: a condition on
; the latter says nothing of it. Of a cast that keeps the bit it does.

; CHECK-LABEL: @wg.casts(
; CHECK:       and i32 %extended, 767
; CHECK:       and i32 %kept, 1023
define void @wg.casts(ptr %args, ptr %context) "wherry-kernel"="casts" "wherry-regions"="1" {
entry:
  %lane = load i64, ptr %context
  %bit = and i64 %lane, 256
  %clear = icmp eq i64 %bit, 0
  br i1 %clear, label %add, label %done

add:
  %char = trunc i64 %lane to i8
  %extended = sext i8 %char to i32
  %low = and i32 %extended, 767
  %kept = trunc i64 %lane to i32
  %high = and i32 %kept, 767
  %sum = add i32 %low, %high
  store i32 %sum, ptr %args
  br label %done

done:
  ret void
}
