; RUN: wherry-opt -passes='print<spin-waits>' -disable-output %s 2>&1 | FileCheck %s
; What a function of the host says may depend on others, as of a pipe. In a cycle with two entries any read of what others
; change counts, and each way back to an entry goes around.

; CHECK-LABEL: spin-waits of 'wg.pipe':
; CHECK-NEXT:    waits at  %got = call i32 %read(ptr %context), goes around by %loop -> %loop
; CHECK-LABEL: spin-waits of 'wg.two_entries':
; CHECK-NEXT:    waits at  %{{seen|also}} = load atomic i32, ptr addrspace(1) %flag monotonic, align 4, goes around by
; CHECK-SAME:    {{%here -> %there %there -> %here|%there -> %here %here -> %there}}

define void @wg.pipe(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %read = load ptr, ptr %context, !invariant.load !0
  br label %loop

loop:
  %got = call i32 %read(ptr %context)
  %none = icmp ne i32 %got, 0
  br i1 %none, label %loop, label %left

left:
  ret void
}

define void @wg.two_entries(ptr addrspace(1) %flag, i1 %which) "wherry-kernel"="k" {
entry:
  br i1 %which, label %here, label %there

here:
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %there

there:
  %also = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  %too = icmp ne i32 %also, 1
  br i1 %too, label %left, label %here

left:
  ret void
}

!0 = !{}
