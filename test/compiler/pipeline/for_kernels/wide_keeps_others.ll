; RUN: wherry-opt -passes='for-kernels<wide>(instsimplify)' %s | FileCheck %s
; RUN: sed 's/"wherry.vector_width", i32 0/"wherry.vector_width", i32 1/' %s | wherry-opt -passes='for-kernels<wide>(instsimplify)' | FileCheck %s --check-prefix=SCALAR
; Kernels of scalars and of short vectors stay, and all do where the program is built without vectors.

; CHECK-LABEL: @wg.short(
; CHECK-NEXT:    %sum = add i32 1, 2
; CHECK-LABEL: @wg.wide(
; CHECK-NEXT:    load <16 x float>
; SCALAR-LABEL: @wg.wide(
; SCALAR-NEXT:   %sum = add i32 1, 2
define void @wg.short(ptr %args, ptr %context) "wherry-kernel"="short" {
  %sum = add i32 1, 2
  %value = load <2 x float>, ptr %args
  %twice = fadd <2 x float> %value, %value
  store <2 x float> %twice, ptr %args
  store i32 %sum, ptr %args
  ret void
}

define void @wg.wide(ptr %args, ptr %context) "wherry-kernel"="wide" {
  %sum = add i32 1, 2
  %value = load <16 x float>, ptr %args
  %twice = fadd <16 x float> %value, %value
  store <16 x float> %twice, ptr %args
  store i32 %sum, ptr %args
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.vector_width", i32 0}
