; RUN: wherry-opt -passes='simplify<optimised>(function(instsimplify)),simplify<minimal>(always-inline)' %s | FileCheck %s
; A module that is to be optimised takes the one pipeline and not the other. Every function does, kernel or not.

; CHECK-LABEL: @wg.k(
; CHECK-NEXT:    %sum = call i32 @three()
; CHECK-LABEL: define i32 @three(
; CHECK-NEXT:    ret i32 3
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %sum = call i32 @three()
  store i32 %sum, ptr %args
  ret void
}

define i32 @three() alwaysinline {
  %sum = add i32 1, 2
  ret i32 %sum
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"wherry.optimize", i32 1}
