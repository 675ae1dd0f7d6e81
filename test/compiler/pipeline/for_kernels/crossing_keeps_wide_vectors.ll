; RUN: wherry-opt -passes='for-kernels<crossing>(instsimplify)' %s | FileCheck %s
; A kernel that computes with vectors of more elements than lanes are worth keeps these, also across a barrier; one with
; shorter vectors does not.

; CHECK-LABEL: @wg.wide(
; CHECK-NEXT:    %sum = add i32 1, 2
; CHECK-LABEL: @wg.short(
; CHECK-NEXT:    %value = load <2 x float>
; CHECK-NEXT:    fadd
; CHECK-NEXT:    store
; CHECK-NEXT:    store i32 3
define void @wg.wide(ptr %args, ptr %context) "wherry-kernel"="wide" {
  %sum = add i32 1, 2
  %value = load <16 x float>, ptr %args
  %twice = fadd <16 x float> %value, %value
  store <16 x float> %twice, ptr %args
  store i32 %sum, ptr %args
  call void @__wherry_barrier(i32 1)
  ret void
}

define void @wg.short(ptr %args, ptr %context) "wherry-kernel"="short" {
  %sum = add i32 1, 2
  %value = load <2 x float>, ptr %args
  %twice = fadd <2 x float> %value, %value
  store <2 x float> %twice, ptr %args
  store i32 %sum, ptr %args
  call void @__wherry_barrier(i32 1)
  ret void
}
declare void @__wherry_barrier(i32) convergent nounwind willreturn
