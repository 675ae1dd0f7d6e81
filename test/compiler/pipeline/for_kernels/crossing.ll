; RUN: wherry-opt -passes='for-kernels<crossing>(instsimplify)' %s | FileCheck %s
; A kernel with a work-group operation hands values from region to region: vectors of up to 16 elements are split before.

; CHECK-LABEL: @wg.barrier(
; CHECK-NEXT:    store i32 3, ptr %args
define void @wg.barrier(ptr %args, ptr %context) "wherry-kernel"="barrier" {
  %sum = add i32 1, 2
  store i32 %sum, ptr %args
  call void @__wherry_barrier(i32 1)
  ret void
}
declare void @__wherry_barrier(i32) convergent nounwind willreturn
