; RUN: wherry-opt -passes='print<spin-waits>' -disable-output %s 2>&1 | FileCheck %s
; The work-group goes together around a loop whose iterations each come to a barrier: no sub-group is left behind. If an
; iteration may pass the barrier by, the loop may wait.

; CHECK-LABEL: spin-waits of 'wg.until_none_has_changed':
; CHECK-NEXT:    no loop waits
; CHECK-LABEL: spin-waits of 'wg.some_come_to_it':
; CHECK-NEXT:    waits at  %seen = load atomic i32, ptr addrspace(3) %changed monotonic, align 4, goes around by %again -> %loop

define void @wg.until_none_has_changed(ptr addrspace(3) %changed) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  call void @__wherry_barrier(i32 1)
  %seen = load atomic i32, ptr addrspace(3) %changed monotonic, align 4
  call void @__wherry_barrier(i32 1)
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %left, label %loop

left:
  ret void
}

define void @wg.some_come_to_it(ptr addrspace(3) %changed, i1 %some) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(3) %changed monotonic, align 4
  %none = icmp eq i32 %seen, 0
  br i1 %none, label %left, label %on

on:
  br i1 %some, label %meet, label %again

meet:
  call void @__wherry_barrier(i32 1)
  br label %again

again:
  br label %loop

left:
  ret void
}

declare void @__wherry_barrier(i32) convergent nounwind willreturn
