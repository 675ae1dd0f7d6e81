; RUN: wherry-opt -passes='loop(full-unroll)' %s | FileCheck %s
; RUN: wherry-opt -passes='loop(loop-unroll-full)' %s | FileCheck %s --check-prefix=LEVEL2
; Why LLVM's own name will not do: it is of level 2, whose limit of size is half. Here 28 iterations of seven instructions.

; CHECK-LABEL: @nest(
; CHECK-NOT:     br i1
; LEVEL2-LABEL: @nest(
; LEVEL2:        br i1
define void @nest(ptr %p, i32 %a) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %p, i32 %i
  %x = load volatile i32, ptr %to
  %y = mul i32 %x, %a
  %z = xor i32 %y, %x
  %w = add i32 %z, %a
  %v = mul i32 %w, %y
  store volatile i32 %v, ptr %to
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, 28
  br i1 %end, label %done, label %loop

done:
  ret void
}
