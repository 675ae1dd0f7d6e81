; RUN: wherry-opt -passes=mark-loop-free %s | FileCheck %s
; A kernel without loops takes a bounded time: the thread that enqueues it may run it. Branches, and functions called
; without loops, keep it so; the builtin library, which is declared here, waits for no work-item.

; CHECK: define spir_kernel void @plain(i32 %x) #[[LOOP_FREE:[0-9]+]]
define spir_kernel void @plain(i32 %x) {
entry:
  %negative = icmp slt i32 %x, 0
  br i1 %negative, label %then, label %join
then:
  br label %join
join:
  ret void
}

; CHECK: define spir_kernel void @calls(i32 %x) #[[LOOP_FREE]]
define spir_kernel void @calls(i32 %x) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  call spir_func void @helper(i32 %x)
  call spir_func void @helper(i32 %x)
  ret void
}

; The mark is a kernel's only.
; CHECK: define spir_func void @helper(i32 %x) {
define spir_func void @helper(i32 %x) {
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
; CHECK: attributes #[[LOOP_FREE]] = { "wherry-loop-free" }
