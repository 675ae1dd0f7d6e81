; RUN: wherry-opt -passes=unthread-exits,verify %s | FileCheck %s
; RUN: wherry-opt -passes='unthread-exits,print<scalar-evolution>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=COUNT
; `for (c = 0; c < 3; c++) for (r = 0; r < 3; r++) if (r != c) ...`, the inner loop unrolled: LLVM threads `r == c` from
; row to row and out of the loop, which ends in iteration 2, behind a test that is not passed in each iteration. The latch
; tells.

; COUNT: Loop %loop: constant max backedge-taken count is i64 2

; CHECK-LABEL: @wg.columns(
; CHECK:       row.2:
; CHECK:         %next = add i64 %c, 1
; CHECK-NEXT:    %[[MORE:.*]] = icmp ne i64 %c, 2
; CHECK-NEXT:    br i1 %[[MORE]], label %loop, label %never
; CHECK:       never:
; CHECK-NEXT:    unreachable
define void @wg.columns() #0 {
entry:
  br label %loop

loop:
  %c = phi i64 [ 0, %entry ], [ %next, %row.2 ]
  %is.0 = icmp eq i64 %c, 0
  br i1 %is.0, label %row.1, label %row.0

row.0:
  call void @use(i64 0)
  %is.1 = icmp eq i64 %c, 1
  br i1 %is.1, label %row.2, label %row.1

row.1:
  call void @use(i64 1)
  %is.2 = icmp eq i64 %c, 2
  br i1 %is.2, label %done, label %row.2

row.2:
  call void @use(i64 2)
  %next = add i64 %c, 1
  br label %loop

done:
  ret void
}

; COUNT: Loop %loop: constant max backedge-taken count is i32 2
; The counter goes down, and the loop is left by its second exit.
; CHECK-LABEL: @wg.down(
; CHECK:         icmp ne i32 %c, 5
define void @wg.down() #0 {
entry:
  br label %loop

loop:
  %c = phi i32 [ 7, %entry ], [ %next, %latch ]
  %odd = phi i32 [ 0, %entry ], [ %odd.next, %latch ]
  %odd.next = add i32 %odd, 3
  %is.7 = icmp eq i32 %c, 7
  br i1 %is.7, label %latch, label %other

other:
  %large = icmp ugt i32 %odd, 100
  br i1 %large, label %done, label %more

more:
  %is.5 = icmp slt i32 %c, 6
  br i1 %is.5, label %done, label %latch

latch:
  call void @use(i64 1)
  %next = add i32 %c, -1
  br label %loop

done:
  ret void
}

declare void @use(i64)
attributes #0 = { "wherry-kernel"="counted" }
