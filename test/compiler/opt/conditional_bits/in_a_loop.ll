; RUN: wherry-opt -passes='function(conditional-bits,loop(loop-unroll-full)),verify' %s | FileCheck %s
; A mask of a row's comparisons: what is joined in a loop stays a chain of choices once the loop is unrolled.

; CHECK-LABEL: @mask(
; CHECK-COUNT-4: select i1
; CHECK-NOT:   select
; CHECK:       ret i32
define i32 @mask(ptr %row, i8 %c) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %bits = phi i32 [ 0, %entry ], [ %all, %loop ]
  %place = zext nneg i32 %i to i64
  %from = getelementptr i8, ptr %row, i64 %place
  %byte = load i8, ptr %from
  %equal = icmp eq i8 %byte, %c
  %number = zext i1 %equal to i32
  %bit = shl nuw i32 %number, %i
  %all = or i32 %bit, %bits
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %done

done:
  ret i32 %all
}
