; RUN: wherry-opt -passes=check-arith %s 2>/dev/null | FileCheck %s
; Unsigned operations wrap around; signed ones that become no address are the program's own.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     "wherry-checked"
; CHECK-NOT:     with.overflow
; CHECK:         add nsw i32 %x, %y
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %x = load i32, ptr %args
  %y = load i32, ptr %args
  %unsigned = mul i32 %x, %y
  %wide = zext i32 %unsigned to i64
  %at = getelementptr i8, ptr %args, i64 %wide
  %sum = add nsw i32 %x, %y
  store i32 %sum, ptr %at
  ret void
}
