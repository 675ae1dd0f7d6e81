; RUN: wherry-opt -passes='loop(full-unroll)' %s | FileCheck %s
; Loops of an unknown number of iterations, and of one whose copies would fill the instruction cache, stay: remainders and
; partial unrolling are not full unrolling's.

; CHECK-LABEL: @unknown(
; CHECK-COUNT-1: store i32
; CHECK-NOT:     store
; CHECK:         br i1 %end, label %done, label %loop
; CHECK-LABEL: @many(
; CHECK-COUNT-1: store i32
; CHECK-NOT:     store
; CHECK:         br i1 %end, label %done, label %loop
define void @unknown(ptr %p, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %to
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, %n
  br i1 %end, label %done, label %loop

done:
  ret void
}

define void @many(ptr %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %to
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, 100000
  br i1 %end, label %done, label %loop

done:
  ret void
}
