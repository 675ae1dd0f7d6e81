; RUN: wherry-opt -passes=check-arith %s 2>/dev/null | FileCheck %s
; Operations of addresses that wrap around by right stay as they are: unsigned ones, and those of 64 bits.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     with.overflow
; CHECK:         %sum = add nuw i32 %x, %y
; CHECK-NEXT:    %wide = zext i32 %sum to i64
; CHECK-NEXT:    %far = mul nsw i64 %wide, %wide
; CHECK-NEXT:    %further = add nsw i64 %far, 5
; CHECK-NEXT:    %short = sub nsw i16 %z, 3
; CHECK-NEXT:    %short.wide = sext i16 %short to i64
; CHECK-NEXT:    %all = add i64 %further, %short.wide
; CHECK-NEXT:    %at = getelementptr i8, ptr %args, i64 %all
; CHECK-NEXT:    store i8 0, ptr %at
; CHECK-NEXT:    ret void
; CHECK-NOT:   "wherry-checked"
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %x = load i32, ptr %args
  %y = load i32, ptr %args
  %z = load i16, ptr %args
  %sum = add nuw i32 %x, %y
  %wide = zext i32 %sum to i64
  %far = mul nsw i64 %wide, %wide
  %further = add nsw i64 %far, 5
  %short = sub nsw i16 %z, 3
  %short.wide = sext i16 %short to i64
  %all = add i64 %further, %short.wide
  %at = getelementptr i8, ptr %args, i64 %all
  store i8 0, ptr %at
  ret void
}
