; RUN: wherry-opt -passes='print<exit-conditions>' -disable-output %s 2>&1 | FileCheck %s
; A deciding value that is loaded leads to what the loop stores to the same variable, and not to what it stores to
; another one; from an unknown address, to all that the loop stores. Of a nest, the outer loop's exit does not depend on
; the inner one's.

; CHECK-LABEL: exit-conditions of 'wg.variable':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %more, label %loop, label %left{{$}}
; CHECK-NEXT:      %more = icmp ult i32 %i, %n{{$}}
; CHECK-NEXT:      %i = load i32, ptr %count, align 4: makes progress{{$}}
; CHECK-NEXT:      %next = add i32 %i, 1{{$}}
; CHECK-LABEL: exit-conditions of 'wg.nest':
; CHECK-NEXT:    loop at %outer:{{$}}
; CHECK-NEXT:      br i1 %more, label %outer, label %left{{$}}
; CHECK-NEXT:      %more = icmp ult i32 %i.next, %n{{$}}
; CHECK-NEXT:      %i.next = add i32 %i, 1{{$}}
; CHECK-NEXT:      %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]{{$}}
; CHECK-NEXT:    loop at %inner:{{$}}
; CHECK-NEXT:      br i1 %seen, label %latch, label %inner{{$}}
; CHECK-NEXT:      %seen = load volatile i1, ptr addrspace(1) %p, align 1: reads shared memory{{$}}
; CHECK-LABEL: exit-conditions of 'wg.unknown':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %more, label %loop, label %left{{$}}
; CHECK-NEXT:      %more = icmp ult i32 %i, %n{{$}}
; CHECK-NEXT:      %i = load i32, ptr %where, align 4{{$}}
; CHECK-NEXT:      %next = add i32 %i, 1{{$}}
; CHECK-NEXT:      %twice = mul i32 %i, 2{{$}}
; CHECK-NEXT:      %where = load ptr, ptr %list, align 8: makes progress{{$}}

define void @wg.variable(i32 %n) "wherry-kernel"="k" {
entry:
  %count = alloca i32
  %other = alloca i32
  store i32 0, ptr %count
  br label %loop

loop:
  %i = load i32, ptr %count
  %next = add i32 %i, 1
  %twice = mul i32 %i, 2
  store i32 %next, ptr %count
  store i32 %twice, ptr %other
  %more = icmp ult i32 %i, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}

define void @wg.nest(ptr addrspace(1) %p, i32 %n) "wherry-kernel"="k" {
entry:
  br label %outer

outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner

inner:
  %seen = load volatile i1, ptr addrspace(1) %p
  br i1 %seen, label %latch, label %inner

latch:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %outer, label %left

left:
  ret void
}

define void @wg.unknown(i32 %n) "wherry-kernel"="k" {
entry:
  %count = alloca i32
  %other = alloca i32
  %list = alloca ptr
  store i32 0, ptr %count
  br label %loop

loop:
  %where = load ptr, ptr %list
  %i = load i32, ptr %where
  %next = add i32 %i, 1
  %twice = mul i32 %i, 2
  store i32 %next, ptr %count
  store i32 %twice, ptr %other
  %more = icmp ult i32 %i, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}
