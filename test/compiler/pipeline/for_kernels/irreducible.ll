; RUN: wherry-opt -passes='for-kernels<irreducible>(fix-irreducible),verify' %s | FileCheck %s
; A cycle with two entries, in a kernel whose lanes see each other: such a loop has to be linearised, and gets one entry.

; CHECK-LABEL: @wg.two_entries(
; CHECK:         br label %irr.guard
; CHECK:       irr.guard:
define void @wg.two_entries(ptr %args, ptr %context) "wherry-kernel"="two_entries" "wherry-vectorise" {
  %one = load volatile i1, ptr %args
  %bit = zext i1 %one to i32
  br i1 %one, label %a, label %b

a:
  %ballot = call i32 @__wherry_sub_group_ballot(i32 %bit)
  store volatile i32 %ballot, ptr %args
  br label %b

b:
  %again = load volatile i1, ptr %args
  br i1 %again, label %a, label %done

done:
  ret void
}

declare i32 @__wherry_sub_group_ballot(i32) convergent
