; RUN: not wherry-opt -passes=kernel-entry -disable-output %s 2>&1 | FileCheck %s
; Constructors run when a program is built, outside of any queue.

; CHECK: a constructor or destructor of a program-scope object enqueues kernels
declare i64 @__wherry_enqueue_calls()
declare void @use(i64)

define spir_kernel void @"__wherry_global_constructors"() {
  %calls = call i64 @__wherry_enqueue_calls()
  call void @use(i64 %calls)
  ret void
}
