; RUN: wherry-opt -passes='print<work-item-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; Work-items leave the loop in different iterations: its counter is the same for all in the loop, and divergent behind.

; CHECK-LABEL: work-item-uniformity of 'wg.k':
; CHECK-NEXT:    divergent %x
; CHECK-NEXT:    divergent %more
; CHECK-NEXT:    divergent terminator of %latch
; CHECK-NEXT:    divergent %iterations
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %x = call i64 @__wherry_local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %twice = shl i64 %i, 1
  br label %latch
latch:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %x
  br i1 %more, label %loop, label %done
done:
  %iterations = phi i64 [ %next, %latch ]
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
