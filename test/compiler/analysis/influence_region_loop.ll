; RUN: wherry-opt -passes='print<influence-region>' -disable-output %s 2>&1 | FileCheck %s
; Work-items leave the loop in different iterations: some enter its blocks more often than others.

; CHECK-LABEL: influence-region of 'wg.k':
; CHECK-NEXT:    branch at %latch, join %done
; CHECK-DAG:     block %loop
; CHECK-DAG:     block %latch
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %x = call i64 @__wherry_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  br label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %x
  br i1 %more, label %loop, label %done
done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
