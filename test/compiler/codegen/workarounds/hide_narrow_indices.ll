; RUN: wherry-opt -passes=hide-narrow-indices %s | FileCheck %s
; RUN: wherry-opt -passes=hide-narrow-indices,loop-vectorize -force-vector-width=16 %s | FileCheck %s --check-prefix=VECTORISED
; i & 15 is a recurrence of 4 bits, base + i & 15 one of 32 bits that would be promised not to wrap around. Frozen, the
; narrower one is no recurrence, and the loop is not vectorised.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @histogram(
; CHECK:       %bin = and i32 %i, 15
; CHECK-NEXT:  %[[FROZEN:.*]] = freeze i32 %bin
; CHECK-NEXT:  or disjoint i32 %[[FROZEN]], %base
; CHECK-NOT:   freeze
; VECTORISED-LABEL: @histogram(
; VECTORISED-NOT:   store <
; VECTORISED:       ret void
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

; The table's index is frozen, the row's is not: the loop is vectorised, and the table's elements are loaded one by one.
; CHECK-LABEL: @table(
; CHECK:       %bin = and i32 %i, 15
; CHECK-NEXT:  freeze i32 %bin
; CHECK-NOT:   freeze
; VECTORISED-LABEL: @table(
; VECTORISED:       vector.body:
; VECTORISED:       freeze <16 x i32>
; VECTORISED:       store <16 x i32>
define void @table(ptr noalias %out, ptr noalias %table, i32 %first, i32 %n) "target-cpu"="x86-64-v4" {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %bin = and i32 %i, 15
  %bin.wide = zext i32 %bin to i64
  %from = getelementptr i32, ptr %table, i64 %bin.wide
  %value = load i32, ptr %from, align 4
  %index = add i32 %first, %i
  %wide = zext i32 %index to i64
  %place = getelementptr i32, ptr %out, i64 %wide
  store i32 %value, ptr %place, align 4
  %next = add nuw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  ret void
}
