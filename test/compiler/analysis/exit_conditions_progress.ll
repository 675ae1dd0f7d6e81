; RUN: wherry-opt -passes='print<exit-conditions>' -disable-output %s 2>&1 | FileCheck %s
; A work-item makes progress by an exchange that is tried again with the value loaded, and by a number that it takes,
; if the loop does not give the number back; not by an exchange with a constant, nor by adding 0.

; CHECK-LABEL: exit-conditions of 'wg.retries':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %done, label %left, label %loop{{$}}
; CHECK-NEXT:      %done = extractvalue { i32, i1 } %pair, 1{{$}}
; CHECK-NEXT:      %pair = cmpxchg ptr addrspace(1) %sum, i32 %old, i32 %new monotonic monotonic, align 4: reads shared memory, makes progress{{$}}
; CHECK-LABEL: exit-conditions of 'wg.locks':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %done, label %left, label %loop{{$}}
; CHECK-NEXT:      %done = extractvalue { i32, i1 } %pair, 1{{$}}
; CHECK-NEXT:      %pair = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 monotonic monotonic, align 4: reads shared memory{{$}}
; CHECK-LABEL: exit-conditions of 'wg.takes':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %more, label %loop, label %left{{$}}
; CHECK-NEXT:      %more = icmp ult i32 %number, %n{{$}}
; CHECK-NEXT:      %number = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic, align 4: reads shared memory, makes progress{{$}}
; CHECK-LABEL: exit-conditions of 'wg.gives_back':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %more, label %loop, label %left{{$}}
; CHECK-NEXT:      %more = icmp ult i32 %number, %n{{$}}
; CHECK-NEXT:      %number = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic, align 4: reads shared memory{{$}}
; CHECK-LABEL: exit-conditions of 'wg.polls':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %more, label %loop, label %left{{$}}
; CHECK-NEXT:      %more = icmp ult i32 %number, %n{{$}}
; CHECK-NEXT:      %number = atomicrmw add ptr addrspace(1) %next, i32 0 monotonic, align 4: reads shared memory{{$}}

define void @wg.retries(ptr addrspace(1) %sum) "wherry-kernel"="k" {
entry:
  %first = load atomic i32, ptr addrspace(1) %sum monotonic, align 4
  br label %loop

loop:
  %old = phi i32 [ %first, %entry ], [ %now, %loop ]
  %new = mul i32 %old, 3
  %pair = cmpxchg ptr addrspace(1) %sum, i32 %old, i32 %new monotonic monotonic
  %now = extractvalue { i32, i1 } %pair, 0
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %left, label %loop

left:
  ret void
}

define void @wg.locks(ptr addrspace(1) %lock) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %pair = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %left, label %loop

left:
  ret void
}

define void @wg.takes(ptr addrspace(1) %next, i32 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %number = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %more = icmp ult i32 %number, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}

define void @wg.gives_back(ptr addrspace(1) %next, i32 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %number = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %back = atomicrmw sub ptr addrspace(1) %next, i32 1 monotonic
  %more = icmp ult i32 %number, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}

define void @wg.polls(ptr addrspace(1) %next, i32 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %number = atomicrmw add ptr addrspace(1) %next, i32 0 monotonic
  %more = icmp ult i32 %number, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}
