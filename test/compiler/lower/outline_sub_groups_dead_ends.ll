; RUN: wherry-opt -passes=outline-sub-groups,verify %s | FileCheck %s
; A block that leads nowhere is no part of the loop over sub-groups, but of the function that is made of its body.

; CHECK-LABEL: define void @wg.waits(
; CHECK-NOT:     unreachable
; CHECK:       define internal void @{{.*}}(i64 %sub.group, ptr %
; CHECK:         unreachable
define void @wg.waits(ptr %args, ptr %context) "wherry-kernel"="waits" "wherry-waits" "wherry-regions"="1" {
entry:
  br label %sub.groups

sub.groups:
  %sub.group = phi i64 [ 0, %entry ], [ %sub.group.next, %latch ], !wherry.sub_group_loop !0
  br label %loop

loop:
  %seen = load atomic i32, ptr %args monotonic, align 4
  switch i32 %seen, label %again [
    i32 1, label %latch
    i32 2, label %never
  ]

again:
  call void @__wherry_yield()
  br label %loop

never:
  unreachable

latch:
  %sub.group.next = add nuw nsw i64 %sub.group, 1
  %more = icmp ult i64 %sub.group.next, 3
  br i1 %more, label %sub.groups, label %done

done:
  ret void
}

declare void @__wherry_yield() convergent nounwind willreturn

!0 = !{}
