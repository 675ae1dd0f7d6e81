; RUN: wherry-opt -passes='print<spin-waits>' -disable-output %s 2>&1 | FileCheck %s
; An exchange that is tried again with the value that it has just found, and a number that is taken, bring a work-item on
; by themselves. A lock, whose exchange expects the same again and again, and a number that is given back do not.

; CHECK-LABEL: spin-waits of 'wg.retried':
; CHECK-NEXT:    no loop waits
; CHECK-LABEL: spin-waits of 'wg.queue':
; CHECK-NEXT:    no loop waits
; CHECK-LABEL: spin-waits of 'wg.lock':
; CHECK-NEXT:    waits at  %swap = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 acquire monotonic
; CHECK-LABEL: spin-waits of 'wg.seen_before':
; CHECK-NEXT:    waits at  %swap = cmpxchg ptr addrspace(1) %lock, i32 %free, i32 1 acquire monotonic
; CHECK-LABEL: spin-waits of 'wg.semaphore':
; CHECK-NEXT:    waits at  %before = atomicrmw sub ptr addrspace(1) %count, i32 1 acquire

define void @wg.retried(ptr addrspace(1) %sum) "wherry-kernel"="k" {
entry:
  %first = load i32, ptr addrspace(1) %sum
  br label %loop

loop:
  %old = phi i32 [ %first, %entry ], [ %found, %loop ]
  %new = mul i32 %old, 3
  %swap = cmpxchg ptr addrspace(1) %sum, i32 %old, i32 %new monotonic monotonic
  %found = extractvalue { i32, i1 } %swap, 0
  %done = extractvalue { i32, i1 } %swap, 1
  br i1 %done, label %left, label %loop

left:
  ret void
}

define void @wg.queue(ptr addrspace(1) %next, ptr addrspace(1) %out, i32 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %mine = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %more = icmp ult i32 %mine, %n
  br i1 %more, label %work, label %left

work:
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %mine
  br label %loop

left:
  ret void
}

define void @wg.lock(ptr addrspace(1) %lock) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %swap = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 acquire monotonic
  %done = extractvalue { i32, i1 } %swap, 1
  br i1 %done, label %left, label %loop

left:
  ret void
}

define void @wg.seen_before(ptr addrspace(1) %lock) "wherry-kernel"="k" {
entry:
  %free = load i32, ptr addrspace(1) %lock
  br label %loop

loop:
  %swap = cmpxchg ptr addrspace(1) %lock, i32 %free, i32 1 acquire monotonic
  %done = extractvalue { i32, i1 } %swap, 1
  br i1 %done, label %left, label %loop

left:
  ret void
}

define void @wg.semaphore(ptr addrspace(1) %count) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %before = atomicrmw sub ptr addrspace(1) %count, i32 1 acquire
  %got = icmp sgt i32 %before, 0
  br i1 %got, label %left, label %back

back:
  %undone = atomicrmw add ptr addrspace(1) %count, i32 1 monotonic
  br label %loop

left:
  ret void
}
