; RUN: wherry-opt -passes=hide-narrow-indices %s | FileCheck %s
; Nothing is frozen in a loop that has vectors, which LLVM's vectoriser leaves.
; CHECK-NOT: freeze

; CHECK-LABEL: @vectors(
define void @vectors(ptr noalias %out, i32 %n) {
entry:
  %base = shl i32 %n, 4
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %bin = and i32 %i, 15
  %index = or disjoint i32 %bin, %base
  %wide = zext i32 %index to i64
  %place = getelementptr <4 x i32>, ptr %out, i64 %wide
  %old = load <4 x i32>, ptr %place, align 16
  store <4 x i32> %old, ptr %place, align 16
  %next = add nuw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  ret void
}
