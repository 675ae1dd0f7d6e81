; RUN: wherry-opt -passes='print<spin-waits>' -disable-output %s 2>&1 | FileCheck %s
; A search that a flag ends early has a bound of its own. A loop that only polls is a wait, although it gives up in the
; end: the longer others run meanwhile, the better. A loop that tries one place of a table after another does not poll.
; Where the place depends on a read, or is one of few, iterations may read the same place.

; CHECK-LABEL: spin-waits of 'wg.search':
; CHECK-NEXT:    no loop waits
; CHECK-LABEL: spin-waits of 'wg.polls':
; CHECK-NEXT:    waits at  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
; CHECK-LABEL: spin-waits of 'wg.probes':
; CHECK-NEXT:    no loop waits
; CHECK-LABEL: spin-waits of 'wg.moving':
; CHECK-NEXT:    waits at  %seen = load atomic i32, ptr addrspace(1) %place monotonic, align 4
; CHECK-LABEL: spin-waits of 'wg.two_flags':
; CHECK-NEXT:    waits at  %seen = load atomic i32, ptr addrspace(1) %place monotonic, align 4
; CHECK-LABEL: spin-waits of 'wg.four_flags':
; CHECK-NEXT:    waits at  %seen = load atomic i32, ptr addrspace(1) %place monotonic, align 4
; CHECK-LABEL: spin-waits of 'wg.list':
; CHECK-NEXT:    waits at

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

define void @wg.probes(ptr addrspace(1) %table, i32 %key, i64 %hash) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %slot = add i64 %hash, %i
  %in = and i64 %slot, 1023
  %place = getelementptr i32, ptr addrspace(1) %table, i64 %in
  %swapped = cmpxchg ptr addrspace(1) %place, i32 0, i32 %key monotonic monotonic
  %was = extractvalue { i32, i1 } %swapped, 0
  %free = icmp eq i32 %was, 0
  br i1 %free, label %left, label %again

again:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %left

left:
  ret void
}

define void @wg.moving(ptr addrspace(1) %head, ptr addrspace(1) %slots, i64 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %h = load atomic i64, ptr addrspace(1) %head monotonic, align 8
  %place = getelementptr i32, ptr addrspace(1) %slots, i64 %h
  %seen = load atomic i32, ptr addrspace(1) %place monotonic, align 4
  %found = icmp ne i32 %seen, 0
  br i1 %found, label %left, label %again

again:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}

define void @wg.two_flags(ptr addrspace(1) %flags, i64 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %odd = and i64 %i, 1
  %place = getelementptr i32, ptr addrspace(1) %flags, i64 %odd
  %seen = load atomic i32, ptr addrspace(1) %place monotonic, align 4
  %found = icmp ne i32 %seen, 0
  br i1 %found, label %left, label %again

again:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}

define void @wg.four_flags(ptr addrspace(1) %flags, i64 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %which = urem i64 %i, 4
  %place = getelementptr i32, ptr addrspace(1) %flags, i64 %which
  %seen = load atomic i32, ptr addrspace(1) %place monotonic, align 4
  %found = icmp ne i32 %seen, 0
  br i1 %found, label %left, label %again

again:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}

define void @wg.list(ptr addrspace(1) %first, i64 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %place = phi ptr addrspace(1) [ %first, %entry ], [ %seen, %again ]
  %seen = load atomic ptr addrspace(1), ptr addrspace(1) %place monotonic, align 8
  %found = icmp eq ptr addrspace(1) %seen, null
  br i1 %found, label %left, label %again

again:
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}
