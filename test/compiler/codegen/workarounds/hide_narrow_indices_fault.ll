; RUN: opt -passes=loop-vectorize -S %s | FileCheck %s
; The loop's index i & 15 begins anew each 16 iterations. LLVM's vectoriser checks that base + i, of 32 bits, does not wrap
; around, and not that i, of 4 bits, does not. Once the second check is there, or the loop is not vectorised, LLVM has mended
; the fault, and codegen/workarounds/hide_narrow_indices can go.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @histogram(
; CHECK:       vector.scevcheck:
; CHECK-NOT:   icmp ugt i32 %{{.*}}, 15
; CHECK:       vector.body:
; CHECK:       store <8 x i32>
define void @histogram(ptr noalias %out, i32 %n) "target-cpu"="x86-64-v4" {
entry:
  %base = shl i32 %n, 4
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %bin = and i32 %i, 15
  %index = or disjoint i32 %bin, %base
  %wide = zext i32 %index to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  %old = load i32, ptr %place, align 4
  %new = add i32 %old, %i
  store i32 %new, ptr %place, align 4
  %next = add nuw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  ret void
}
