; RUN: wherry-opt -passes='loop(indvars,unswitch-after-indvars)' %s | FileCheck %s
; Where indvars has made a range check the same for all iterations, it asks for another unswitching: the check leaves the
; loop.

; CHECK-LABEL: @sum(
; CHECK:         br i1 %{{.*}}, label %entry.split, label %deopt
; CHECK:       loop:
; CHECK:         br label %guarded
; CHECK:       deopt:{{.*}}preds = %entry
define i32 @sum(ptr %array, i32 %length, i32 %n) {
entry:
  br label %loop

loop:
  %acc = phi i32 [ %acc.next, %guarded ], [ 0, %entry ]
  %i = phi i32 [ %i.next, %guarded ], [ 0, %entry ]
  %within = icmp ult i32 %i, %length
  br i1 %within, label %guarded, label %deopt, !prof !0

deopt:
  ret i32 -1

guarded:
  %at = getelementptr inbounds i32, ptr %array, i32 %i
  %x = load i32, ptr %at, align 4
  %acc.next = add i32 %acc, %x
  %i.next = add nuw i32 %i, 1
  %continue = icmp ult i32 %i.next, %n
  br i1 %continue, label %loop, label %exit

exit:
  ret i32 %acc.next
}
!0 = !{!"branch_weights", i32 1048576, i32 1}
