; RUN: wherry-opt -passes='print<exit-conditions>' -disable-output %s 2>&1 | FileCheck %s
; A function that was not inlined reads shared memory where it has an atomic or volatile access, or calls one that has;
; one that only reads plain memory does not.

; CHECK-LABEL: exit-conditions of 'wg.calls':
; CHECK-NEXT:    loop at %loop:{{$}}
; CHECK-NEXT:      br i1 %set, label %second, label %loop{{$}}
; CHECK-NEXT:      %set = call i1 @asks(ptr addrspace(1) %p): reads shared memory{{$}}
; CHECK-NEXT:    loop at %second:{{$}}
; CHECK-NEXT:      br i1 %known, label %left, label %second{{$}}
; CHECK-NEXT:      %known = call i1 @reads(ptr addrspace(1) %p){{$}}

define void @wg.calls(ptr addrspace(1) %p) "wherry-kernel"="k" {
entry:
  br label %loop

loop:
  %set = call i1 @asks(ptr addrspace(1) %p)
  br i1 %set, label %second, label %loop

second:
  %known = call i1 @reads(ptr addrspace(1) %p)
  br i1 %known, label %left, label %second

left:
  ret void
}

define i1 @asks(ptr addrspace(1) %p) {
  %flag = call i1 @flag(ptr addrspace(1) %p)
  ret i1 %flag
}

define i1 @flag(ptr addrspace(1) %p) {
  %seen = load volatile i32, ptr addrspace(1) %p
  %set = icmp ne i32 %seen, 0
  ret i1 %set
}

define i1 @reads(ptr addrspace(1) %p) memory(read) {
  %value = load i32, ptr addrspace(1) %p
  %set = icmp ne i32 %value, 0
  ret i1 %set
}
