; RUN: wherry-opt -passes=mark-loop-free %s | FileCheck %s
; A function that calls itself, by way of another one too, is as good as a loop; so is a call of nobody knows what.

; CHECK-NOT: wherry-loop-free
; CHECK: define spir_kernel void @recursive(
; CHECK: define spir_kernel void @by_pointer(
; CHECK-NOT: wherry-loop-free
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

define spir_kernel void @by_pointer(ptr %function) {
  call spir_func void %function(i32 0)
  ret void
}
