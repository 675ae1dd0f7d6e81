; RUN: wherry-opt -passes='print<spin-waits>' -disable-output %s 2>&1 | FileCheck %s
; A search that a flag ends early has a bound of its own. A loop that only polls is a wait, although it gives up in the
; end: the longer others run meanwhile, the better.

; CHECK-LABEL: spin-waits of 'wg.search':
; CHECK-NEXT:    no loop waits
; CHECK-LABEL: spin-waits of 'wg.polls':
; CHECK-NEXT:    waits at  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4

define void @wg.search(ptr addrspace(1) %flag, ptr addrspace(1) %data, i64 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  %found = icmp ne i32 %seen, 0
  br i1 %found, label %left, label %look

look:
  %place = getelementptr i32, ptr addrspace(1) %data, i64 %i
  %value = load i32, ptr addrspace(1) %place
  %here = icmp eq i32 %value, 42
  br i1 %here, label %hit, label %again

hit:
  store atomic i32 1, ptr addrspace(1) %flag monotonic, align 4
  br label %again

again:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}

define void @wg.polls(ptr addrspace(1) %flag, i64 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  %found = icmp ne i32 %seen, 0
  br i1 %found, label %left, label %again

again:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}
