; RUN: wherry-opt -passes='loop(indvars,unswitch-after-indvars)' %s | FileCheck %s
; Of two loops the one whose check indvars has made invariant is unswitched; the other one keeps its condition, and both
; keep their accesses.

; CHECK-LABEL: @two(
; CHECK:       loop:
; CHECK:         br label %guarded
; CHECK:       guarded:
; CHECK:         load i32, ptr %at
; CHECK:       second:
; CHECK:         br i1 %asked, label %store, label %latch
; CHECK:         store volatile i32 %k, ptr %array
define void @two(ptr %array, i32 %length, i32 %n, i1 %asked) {
entry:
  br label %loop

loop:
  %acc = phi i32 [ %acc.next, %guarded ], [ 0, %entry ]
  %i = phi i32 [ %i.next, %guarded ], [ 0, %entry ]
  %within = icmp ult i32 %i, %length
  br i1 %within, label %guarded, label %deopt

deopt:
  ret void

guarded:
  %at = getelementptr inbounds i32, ptr %array, i32 %i
  %x = load i32, ptr %at, align 4
  %acc.next = add i32 %acc, %x
  %i.next = add nuw i32 %i, 1
  %continue = icmp ult i32 %i.next, %n
  br i1 %continue, label %loop, label %between

between:
  store volatile i32 %acc.next, ptr %array
  br label %second

second:
  %k = phi i32 [ 0, %between ], [ %k.next, %latch ]
  br i1 %asked, label %store, label %latch

store:
  store volatile i32 %k, ptr %array
  br label %latch

latch:
  %k.next = add nuw i32 %k, 1
  %more = icmp ult i32 %k.next, %n
  br i1 %more, label %second, label %done

done:
  ret void
}
