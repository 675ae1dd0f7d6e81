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
