; RUN: wherry-opt -passes='for-kernels<irreducible>(instsimplify),verify' %s | FileCheck %s
; Loops of one entry are in the form that the vectoriser wants: the passes do not run.

; CHECK-LABEL: @wg.loop(
; CHECK:         %sum = add i32 1, 2
define void @wg.loop(ptr %args, ptr %context) "wherry-kernel"="loop" "wherry-vectorise" {
  %sum = add i32 1, 2
  br label %loop

loop:
  %more = load volatile i1, ptr %args
  %bit = zext i1 %more to i32
  %ballot = call i32 @__wherry_sub_group_ballot(i32 %bit)
  store volatile i32 %ballot, ptr %args
  br i1 %more, label %loop, label %done

done:
  store i32 %sum, ptr %args
  ret void
}

declare i32 @__wherry_sub_group_ballot(i32) convergent
