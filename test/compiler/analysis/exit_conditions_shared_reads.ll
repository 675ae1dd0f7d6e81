; RUN: wherry-opt -passes='print<exit-conditions>' -disable-output %s 2>&1 | FileCheck %s
; Atomic and volatile loads read what other work-items may change meanwhile. An atomic operation whose result decides
; is one, too, and its operands are not followed; a plain load is no such read.

; CHECK-LABEL: exit-conditions of 'wg.flag':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %set, label %left, label %loop{{$}}
; CHECK-NEXT:      %set = icmp ne i32 %seen, 0{{$}}
; CHECK-NEXT:      %seen = load atomic i32, ptr addrspace(1) %flag acquire, align 4: reads shared memory{{$}}
; CHECK-LABEL: exit-conditions of 'wg.taken':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %free, label %left, label %loop{{$}}
; CHECK-NEXT:      %free = icmp eq i32 %other, 0{{$}}
; CHECK-NEXT:      %other = atomicrmw xchg ptr addrspace(1) %lock, i32 %mine acquire, align 4: reads shared memory{{$}}
; CHECK-LABEL: exit-conditions of 'wg.plain':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %set, label %left, label %loop{{$}}
; CHECK-NEXT:      %set = icmp ne i32 %value, 0{{$}}
; CHECK-NEXT:      %value = load i32, ptr addrspace(1) %data, align 4{{$}}

define void @wg.flag(ptr addrspace(1) %flag) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %flag acquire, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %loop

left:
  ret void
}

define void @wg.taken(ptr addrspace(1) %lock, i32 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %mine = add i32 %n, 1
  %other = atomicrmw xchg ptr addrspace(1) %lock, i32 %mine acquire
  %free = icmp eq i32 %other, 0
  br i1 %free, label %left, label %loop

left:
  ret void
}

define void @wg.plain(ptr addrspace(1) %data) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %value = load i32, ptr addrspace(1) %data, align 4
  %set = icmp ne i32 %value, 0
  br i1 %set, label %left, label %loop

left:
  ret void
}
