; RUN: wherry-opt -passes='function(unroll-periods,simplifycfg)' %s | FileCheck %s
; Each loop is unrolled by what repeats in it, and masked counters become constants.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@table = private constant [4 x i32] [i32 7, i32 12, i32 17, i32 22]

; Three values take turns.
; CHECK-LABEL: @turns(
; CHECK:       loop:
; CHECK-COUNT-3: mul i32 {{.*}}, 3
; CHECK-NOT:   mul
; CHECK:       ret i32
define i32 @turns(i32 %x) #0 {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi i32 [ %x, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %c, %loop ]
  %c = phi i32 [ 2, %entry ], [ %new, %loop ]
  %product = mul i32 %c, 3
  %new = add i32 %product, %a
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 12
  br i1 %again, label %loop, label %exit

exit:
  %result = phi i32 [ %new, %loop ]
  ret i32 %result
}

; A ring of four, whose counter goes down by three: the elements 2, 3, 0, 1.
; CHECK-LABEL: @ring(
; CHECK:       loop:
; CHECK:       getelementptr i32, ptr %ring, i64 2
; CHECK:       getelementptr i32, ptr %ring, i64 3
; CHECK:       load i32, ptr %ring
; CHECK:       getelementptr i32, ptr %ring, i64 1
; CHECK-NOT:   and i32
; CHECK:       ret i32
define i32 @ring(i32 %x) #0 {
entry:
  %ring = alloca [4 x i32]
  br label %loop

loop:
  %i = phi i32 [ 98, %entry ], [ %next, %loop ]
  %sum = phi i32 [ %x, %entry ], [ %new, %loop ]
  %place = and i32 %i, 3
  %wide = zext nneg i32 %place to i64
  %at = getelementptr i32, ptr %ring, i64 %wide
  %old = load i32, ptr %at, align 4
  %new = add i32 %old, %sum
  store i32 %new, ptr %at, align 4
  %next = add nsw i32 %i, -3
  %again = icmp sgt i32 %next, 2
  br i1 %again, label %loop, label %exit

exit:
  %result = phi i32 [ %new, %loop ]
  ret i32 %result
}

; A constant table, whose entries are known then, in a loop that asks before each iteration.
; CHECK-LABEL: @entries(
; CHECK:       shl i32 %sum, 7
; CHECK:       shl i32 %new, 12
; CHECK:       shl i32 %new.1, 17
; CHECK:       shl i32 %new.2, 22
; CHECK-NOT:   and i32
; CHECK:       ret i32
define i32 @entries(i32 %x) #0 {
entry:
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ %x, %entry ], [ %new, %body ]
  %again = icmp ult i32 %i, 64
  br i1 %again, label %body, label %exit

body:
  %place = and i32 %i, 3
  %wide = zext nneg i32 %place to i64
  %at = getelementptr i32, ptr @table, i64 %wide
  %amount = load i32, ptr %at, align 4
  %new = shl i32 %sum, %amount
  %next = add nuw nsw i32 %i, 1
  br label %head

exit:
  %result = phi i32 [ %sum, %head ]
  ret i32 %result
}

attributes #0 = { nounwind }
