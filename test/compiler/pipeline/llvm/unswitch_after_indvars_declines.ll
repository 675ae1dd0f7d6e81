; RUN: wherry-opt -passes='loop(unswitch-after-indvars)' %s | FileCheck %s
; RUN: wherry-opt -passes='loop(simple-loop-unswitch)' %s | FileCheck %s --check-prefix=ALWAYS
; Nothing asks for it where indvars has not run, or has made no check invariant: also a condition that LLVM's own pass would
; take out of the loop stays.

; CHECK-LABEL: @sum(
; CHECK:       loop:
; CHECK:         br i1 %within, label %guarded, label %left
; ALWAYS-LABEL: @sum(
; ALWAYS:      loop:
; ALWAYS-NOT:    br i1 %within
; ALWAYS:      ret
define void @sum(ptr %p, i32 %n, i1 %within) {
entry:
  br label %loop

loop:
  %i = phi i32 [ %next, %guarded ], [ 0, %entry ]
  br i1 %within, label %guarded, label %left

guarded:
  store volatile i32 %i, ptr %p
  %next = add nuw i32 %i, 1
  %continue = icmp ult i32 %next, %n
  br i1 %continue, label %loop, label %left

left:
  ret void
}
