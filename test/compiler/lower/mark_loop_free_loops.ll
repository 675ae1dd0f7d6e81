; RUN: wherry-opt -passes=mark-loop-free %s | FileCheck %s
; No mark where the kernel has a loop, or where a function that it calls has one, at any depth.

; CHECK-NOT: wherry-loop-free
; CHECK: define spir_kernel void @before() #[[LOOP_FREE:[0-9]+]]
define spir_kernel void @before() {
  ret void
}

; CHECK: define spir_kernel void @loop(i32 %n) {
define spir_kernel void @loop(i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %body, label %end
end:
  ret void
}

; CHECK: define spir_kernel void @calls(i32 %n) {
define spir_kernel void @calls(i32 %n) {
  call spir_func void @outer(i32 %n)
  ret void
}

define spir_func void @outer(i32 %n) {
  call spir_func void @inner(i32 %n)
  ret void
}

define spir_func void @inner(i32 %n) {
entry:
  br label %spin
spin:
  br label %spin
}

; Another kernel that calls it, and after it one that does not.
; CHECK: define spir_kernel void @calls_too(i32 %n) {
define spir_kernel void @calls_too(i32 %n) {
  call spir_func void @inner(i32 %n)
  ret void
}
; CHECK: define spir_kernel void @after() #[[LOOP_FREE]]
define spir_kernel void @after() {
  ret void
}
