; RUN: wherry-opt -passes='print<spin-waits>' -disable-output %s 2>&1 | FileCheck %s
; A loop that ends once it sees a flag waits for the work-item that sets the flag; one that ends by its own count does
; not, nor does one that never ends.

; CHECK-LABEL: spin-waits of 'wg.flag':
; CHECK-NEXT:    waits at  %seen = load atomic i32, ptr addrspace(1) %flag acquire, align 4, goes around by %again -> %loop
; CHECK-LABEL: spin-waits of 'wg.volatile_flag':
; CHECK-NEXT:    waits at  %seen = load volatile i32, ptr addrspace(1) %flag, align 4, goes around by %loop -> %loop
; CHECK-LABEL: spin-waits of 'wg.count':
; CHECK-NEXT:    no loop waits
; CHECK-LABEL: spin-waits of 'wg.forever':
; CHECK-NEXT:    no loop waits

define void @wg.flag(ptr addrspace(1) %flag) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %flag acquire, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %again

again:
  br label %loop

left:
  ret void
}

define void @wg.volatile_flag(ptr addrspace(1) %flag) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %seen = load volatile i32, ptr addrspace(1) %flag, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %loop

left:
  ret void
}

define void @wg.count(ptr addrspace(1) %sum, i32 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = atomicrmw add ptr addrspace(1) %sum, i32 %i monotonic
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}

define void @wg.forever(ptr addrspace(1) %flag) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %flag acquire, align 4
  store volatile i32 %seen, ptr addrspace(1) %flag
  br label %loop
}
