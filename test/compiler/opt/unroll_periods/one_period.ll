; RUN: wherry-opt -passes='function(require<block-freq>,unroll-periods,print<block-freq>),verify' %s 2>&1 | FileCheck %s
; A loop of a single period is none any more, and what was known of its blocks is forgotten.

; CHECK-LABEL: block-frequency-info: wg.once
; CHECK:       loop: float = 1.0,
; CHECK-LABEL: @wg.once(
; CHECK-COUNT-4: store i32
; CHECK-NOT:   br i1
define void @wg.once(ptr addrspace(1) %out) {
entry:
  %ring = alloca [4 x i32], align 4
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = and i32 %i, 3
  %at = getelementptr [4 x i32], ptr %ring, i32 0, i32 %place
  store i32 %i, ptr %at, align 4
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 4
  br i1 %again, label %loop, label %behind

behind:
  %last = load i32, ptr %ring, align 4
  store i32 %last, ptr addrspace(1) %out, align 4
  ret void
}
