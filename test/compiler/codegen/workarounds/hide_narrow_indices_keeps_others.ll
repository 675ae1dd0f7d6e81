; RUN: wherry-opt -passes=hide-narrow-indices %s | FileCheck %s
; Nothing is frozen where all recurrences that are extended have the same width, nor in a loop with another inside.
; CHECK-NOT: freeze

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @one_width(
define void @one_width(ptr noalias %out, ptr noalias %in, i32 %first, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %from.index = add i32 %first, %i
  %from.wide = sext i32 %from.index to i64
  %from = getelementptr i32, ptr %in, i64 %from.wide
  %value = load i32, ptr %from, align 4
  %index = mul i32 %i, 3
  %wide = zext i32 %index to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %value, ptr %place, align 4
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  ret void
}

; The narrower value is the same in all iterations of the inner loop.
; CHECK-LABEL: @invariant(
define void @invariant(ptr noalias %out, i32 %first, i32 %n) {
entry:
  br label %outer

outer:
  %o = phi i32 [ 0, %entry ], [ %o.next, %outer.end ]
  %bin = and i32 %o, 15
  br label %loop

loop:
  %i = phi i32 [ 0, %outer ], [ %next, %loop ]
  %sum = add i32 %bin, %i
  %index = add i32 %sum, %first
  %wide = zext i32 %index to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %i, ptr %place, align 4
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %outer.end, label %loop

outer.end:
  %o.next = add i32 %o, 1
  %o.done = icmp eq i32 %o.next, %n
  br i1 %o.done, label %exit, label %outer

exit:
  ret void
}
