; RUN: wherry-opt -passes='print<exit-conditions>' -disable-output %s 2>&1 | FileCheck %s
; What decides whether an iteration comes to an exit decides, too: the branch before it, and through a phi the branch
; that chooses the phi's value. A branch whose sides meet before the exit and that no deciding value depends on does
; not.

; CHECK-LABEL: exit-conditions of 'wg.behind':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %end, label %left, label %latch{{$}}
; CHECK-NEXT:      br i1 %asks, label %check, label %latch{{$}}
; CHECK-NEXT:      %end = icmp eq i32 %next, %n{{$}}
; CHECK-NEXT:      %asks = load volatile i1, ptr addrspace(1) %p, align 1: reads shared memory{{$}}
; CHECK-NEXT:      %next = add i32 %i, 1{{$}}
; CHECK-NEXT:      %i = phi i32 [ 0, %entry ], [ %next, %latch ]{{$}}
; CHECK-LABEL: exit-conditions of 'wg.chosen':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %more, label %loop, label %left{{$}}
; CHECK-NEXT:      %more = icmp ult i32 %next, %n{{$}}
; CHECK-NEXT:      %next = add i32 %i, %step{{$}}
; CHECK-NEXT:      %i = phi i32 [ 0, %entry ], [ %next, %join ]{{$}}
; CHECK-NEXT:      %step = phi i32 [ 1, %loop ], [ 2, %two ]{{$}}
; CHECK-NEXT:      br i1 %fast, label %two, label %join{{$}}
; CHECK-NEXT:      %fast = load volatile i1, ptr addrspace(1) %p, align 1: reads shared memory{{$}}
; CHECK-LABEL: exit-conditions of 'wg.beside':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %more, label %loop, label %left{{$}}
; CHECK-NEXT:      %more = icmp ult i32 %next, %n{{$}}
; CHECK-NEXT:      %next = add i32 %i, 1{{$}}
; CHECK-NEXT:      %i = phi i32 [ 0, %entry ], [ %next, %join ]{{$}}

define void @wg.behind(ptr addrspace(1) %p, i32 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  %asks = load volatile i1, ptr addrspace(1) %p
  br i1 %asks, label %check, label %latch

check:
  %end = icmp eq i32 %next, %n
  br i1 %end, label %left, label %latch

latch:
  br label %loop

left:
  ret void
}

define void @wg.chosen(ptr addrspace(1) %p, i32 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %fast = load volatile i1, ptr addrspace(1) %p
  br i1 %fast, label %two, label %join

two:
  br label %join

join:
  %step = phi i32 [ 1, %loop ], [ 2, %two ]
  %next = add i32 %i, %step
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}

define void @wg.beside(ptr addrspace(1) %p, i32 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  %asks = load volatile i1, ptr addrspace(1) %p
  br i1 %asks, label %store, label %join

store:
  store i32 %i, ptr addrspace(1) %p
  br label %join

join:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}
