; RUN: wherry-opt -passes=check-arith %s 2>/dev/null | FileCheck %s
; Signed operations of 32 bits that an address depends on say where they overflow, and wrap around from then on.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[ROW:.*]] = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %y, i32 %width)
; CHECK:         call void @__wherry_report(
; CHECK:         %row = mul i32 %y, %width
; CHECK:         call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %row, i32 %x)
; CHECK:         call void @__wherry_report(
; CHECK:         %index = add i32 %row, %x
; CHECK:         getelementptr
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %x = load i32, ptr %args
  %y = load i32, ptr %args
  %width = load i32, ptr %args
  %row = mul nsw i32 %y, %width
  %index = add nsw i32 %row, %x
  %wide = sext i32 %index to i64
  %at = getelementptr i8, ptr %args, i64 %wide
  store i8 0, ptr %at
  ret void
}

; A sum that grows in a loop, but not the loop's counter: that leaves its object before it overflows.
; CHECK-LABEL: define void @wg.loop(
; CHECK-NOT:     call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i, i32 1)
; CHECK:         call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %sum, i32 %step)
; CHECK:         call void @__wherry_report(
; CHECK:         %next = add i32 %sum, %step
; CHECK-NOT:     call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i, i32 1)
define void @wg.loop(ptr %args, ptr %context) "wherry-kernel"="loop" {
entry:
  %step = load i32, ptr %args
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %again, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = sext i32 %sum to i64
  %at = getelementptr i8, ptr %args, i64 %wide
  store i8 0, ptr %at
  %wide_i = sext i32 %i to i64
  %at_i = getelementptr i8, ptr %args, i64 %wide_i
  store i8 0, ptr %at_i
  %next = add nsw i32 %sum, %step
  %again = add nsw i32 %i, 1
  %more = icmp slt i32 %again, %step
  br i1 %more, label %loop, label %end

end:
  ret void
}
