; RUN: wherry-opt -passes='simplify<optimised>(function(instsimplify)),simplify<minimal>(always-inline)' %s | FileCheck %s
; Lanes take SSA form: where one kernel sees sub-groups, the module is simplified also without optimisation, the functions
; of its other kernels too.

; CHECK-LABEL: @wg.lanes(
; CHECK-NEXT:    ret void
; CHECK-LABEL: @wg.other(
; CHECK-NEXT:    %sum = call i32 @three()
; CHECK-LABEL: define i32 @three(
; CHECK-NEXT:    ret i32 3
define void @wg.lanes(ptr %args, ptr %context) "wherry-kernel"="lanes" "wherry-sub-groups" {
  ret void
}

define void @wg.other(ptr %args, ptr %context) "wherry-kernel"="other" {
  %sum = call i32 @three()
  store i32 %sum, ptr %args
  ret void
}

define i32 @three() alwaysinline {
  %sum = add i32 1, 2
  ret i32 %sum
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"wherry.optimize", i32 0}
