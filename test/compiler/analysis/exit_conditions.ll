; RUN: wherry-opt -passes='print<exit-conditions>' -disable-output %s 2>&1 | FileCheck %s
; A loop that counts ends by the counter alone: its comparison, the counter, and what the counter becomes. What the
; loop computes besides does not decide. A function without loops, and a loop without an exit, say so.

; CHECK-LABEL: exit-conditions of 'wg.counts':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %more, label %loop, label %left{{$}}
; CHECK-NEXT:      %more = icmp ult i32 %next, %n{{$}}
; CHECK-NEXT:      %next = add nuw i32 %i, 1{{$}}
; CHECK-NEXT:      %i = phi i32 [ 0, %entry ], [ %next, %loop ]{{$}}
; CHECK-LABEL: exit-conditions of 'wg.plain':
; CHECK-NEXT:    no loop{{$}}
; CHECK-LABEL: exit-conditions of 'wg.forever':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      no exit{{$}}

define void @wg.counts(ptr addrspace(1) %out, i32 %n) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %square = mul i32 %i, %i
  store i32 %square, ptr addrspace(1) %out
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %left

left:
  ret void
}

define void @wg.plain(ptr addrspace(1) %out) "wherry-kernel"="k" {
  store i32 1, ptr addrspace(1) %out
  ret void
}

define void @wg.forever(ptr addrspace(1) %out) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  store volatile i32 1, ptr addrspace(1) %out
  br label %loop
}
