; RUN: wherry-opt -passes='for-kernels<vectorised>(instsimplify)' %s | FileCheck %s
; The passes run on kernels whose item loops are to be vectorised. Other kernels, and functions that are no kernels, keep
; what the passes would change.

; CHECK-LABEL: @wg.vectorised(
; CHECK-NEXT:    store i32 3, ptr %args
; CHECK-LABEL: @wg.scalar(
; CHECK-NEXT:    %sum = add i32 1, 2
; CHECK-LABEL: @helper(
; CHECK-NEXT:    %sum = add i32 1, 2
define void @wg.vectorised(ptr %args, ptr %context) "wherry-kernel"="vectorised" "wherry-vectorise" {
  %sum = add i32 1, 2
  store i32 %sum, ptr %args
  ret void
}

define void @wg.scalar(ptr %args, ptr %context) "wherry-kernel"="scalar" {
  %sum = add i32 1, 2
  store i32 %sum, ptr %args
  ret void
}

define void @helper(ptr %args) "wherry-vectorise" {
  %sum = add i32 1, 2
  store i32 %sum, ptr %args
  ret void
}
