; RUN: wherry-opt -passes='for-kernels<irreducible>(fix-irreducible),verify' %s | FileCheck %s --implicit-check-not=irr.guard
; Without sub-groups such a kernel may run work-item by work-item (the vectoriser says why), and so it stays as it is; so
; does one that is not to be vectorised.

; CHECK-LABEL: @wg.no_sub_groups(
; CHECK-LABEL: @wg.scalar(
define void @wg.no_sub_groups(ptr %args, ptr %context) "wherry-kernel"="no_sub_groups" "wherry-vectorise" {
  %one = load volatile i1, ptr %args
  %bit = zext i1 %one to i32
  br i1 %one, label %a, label %b

a:
  %ballot = load volatile i32, ptr %args
  store volatile i32 %ballot, ptr %args
  br label %b

b:
  %again = load volatile i1, ptr %args
  br i1 %again, label %a, label %done

done:
  ret void
}

define void @wg.scalar(ptr %args, ptr %context) "wherry-kernel"="scalar"  {
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
