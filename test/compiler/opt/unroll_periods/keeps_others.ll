; RUN: wherry-opt -passes=unroll-periods %s | FileCheck %s
; Loops stay rolled that a period does not divide, that have barriers, whose counters begin at what is not known.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@table = private constant [4 x i32] [i32 7, i32 12, i32 17, i32 22]

; CHECK-LABEL: @ten_iterations(
; CHECK-COUNT-1: load i32
; CHECK-NOT:   load i32
; CHECK:       ret i32
define i32 @ten_iterations(i32 %x) #0 {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ %x, %entry ], [ %new, %loop ]
  %place = and i32 %i, 3
  %wide = zext nneg i32 %place to i64
  %at = getelementptr i32, ptr @table, i64 %wide
  %amount = load i32, ptr %at, align 4
  %new = shl i32 %sum, %amount
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 10
  br i1 %again, label %loop, label %exit

exit:
  %result = phi i32 [ %new, %loop ]
  ret i32 %result
}

; CHECK-LABEL: @barriers(
; CHECK-COUNT-1: load i32
; CHECK-NOT:   load i32
; CHECK:       ret i32
define i32 @barriers(i32 %x) #0 {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ %x, %entry ], [ %new, %loop ]
  %place = and i32 %i, 3
  %wide = zext nneg i32 %place to i64
  %at = getelementptr i32, ptr @table, i64 %wide
  %amount = load i32, ptr %at, align 4
  %new = shl i32 %sum, %amount
  call void @__wherry_barrier(i32 1)
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 64
  br i1 %again, label %loop, label %exit

exit:
  %result = phi i32 [ %new, %loop ]
  ret i32 %result
}

; CHECK-LABEL: @start_not_known(
; CHECK-COUNT-1: load i32
; CHECK-NOT:   load i32
; CHECK:       ret i32
define i32 @start_not_known(i32 %x) #0 {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ %x, %entry ], [ %new, %loop ]
  %moved = add i32 %i, %x
  %place = and i32 %moved, 3
  %wide = zext nneg i32 %place to i64
  %at = getelementptr i32, ptr @table, i64 %wide
  %amount = load i32, ptr %at, align 4
  %new = shl i32 %sum, %amount
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 64
  br i1 %again, label %loop, label %exit

exit:
  %result = phi i32 [ %new, %loop ]
  ret i32 %result
}

declare void @__wherry_barrier(i32) convergent nounwind willreturn
attributes #0 = { nounwind }
