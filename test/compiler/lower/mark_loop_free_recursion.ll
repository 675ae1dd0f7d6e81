; RUN: wherry-opt -passes=mark-loop-free %s | FileCheck %s
; A function that calls itself, by way of another one too, is as good as a loop; so is a call by a pointer.

; CHECK: define spir_kernel void @recursive(i32 %x) {
define spir_kernel void @recursive(i32 %x) {
  call spir_func void @ping(i32 %x)
  ret void
}

define spir_func void @ping(i32 %x) {
  call spir_func void @pong(i32 %x)
  ret void
}

define spir_func void @pong(i32 %x) {
  call spir_func void @ping(i32 %x)
  ret void
}

; CHECK: define spir_kernel void @by_pointer(ptr %function) {
define spir_kernel void @by_pointer(ptr %function) {
  call spir_func void %function(i32 0)
  ret void
}

; CHECK: define spir_kernel void @bounded() #[[LOOP_FREE:[0-9]+]]
; CHECK: attributes #[[LOOP_FREE]] = { "wherry-loop-free" }
define spir_kernel void @bounded() {
  ret void
}
