; RUN: wherry-opt -passes='loop(full-unroll)' %s | FileCheck %s
; LLVM's full unrolling, of level 3: of a loop with a small known number of iterations no loop is left.

; CHECK-LABEL: @few(
; CHECK-COUNT-8: store i32
; CHECK-NOT:     br i1
; CHECK:         ret void
define void @few(ptr %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %to
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, 8
  br i1 %end, label %done, label %loop

done:
  ret void
}
