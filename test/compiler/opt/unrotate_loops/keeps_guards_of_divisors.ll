; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; The guard keeps the step's divisor from 0. A counter of 32 bits, which the loop lacks, needs the step in front of the
; loop, where it would divide by 0 without the guard.

; CHECK-LABEL: @wg.guarded(
; CHECK:         br i1 %some, label %before, label %
; CHECK:       before:
; CHECK:         udiv i64 1000, %
; CHECK:       loop:
define void @wg.guarded(ptr addrspace(1) %out, i32 %n) {
entry:
  %some = icmp ne i32 %n, 0
  br i1 %some, label %before, label %behind

before:
  br label %loop

loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %n, ptr addrspace(1) %to, align 4
  %divisor = zext i32 %n to i64
  %step = udiv i64 1000, %divisor
  %next = add i64 %i, %step
  %low = trunc i64 %next to i32
  %again = icmp ult i32 %low, %n
  br i1 %again, label %loop, label %out.edge

out.edge:
  br label %behind

behind:
  ret void
}
