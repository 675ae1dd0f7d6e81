; RUN: wherry-opt -passes='for-kernels<wide>(instsimplify)' %s | FileCheck %s
; Where work-items are lanes, or sub-groups wait for each other, work-items do not go two by two.

; CHECK-LABEL: @wg.vectorised(
; CHECK-NEXT:    %sum = add i32 1, 2
; CHECK-LABEL: @wg.waits(
; CHECK-NEXT:    %sum = add i32 1, 2
define void @wg.vectorised(ptr %args, ptr %context) "wherry-kernel"="vectorised" "wherry-vectorise" {
  %sum = add i32 1, 2
  %value = load <16 x float>, ptr %args
  %twice = fadd <16 x float> %value, %value
  store <16 x float> %twice, ptr %args
  store i32 %sum, ptr %args
  ret void
}

define void @wg.waits(ptr %args, ptr %context) "wherry-kernel"="waits" "wherry-sub-groups" "wherry-waits" {
  %sum = add i32 1, 2
  %value = load <16 x float>, ptr %args
  %twice = fadd <16 x float> %value, %value
  store <16 x float> %twice, ptr %args
  store i32 %sum, ptr %args
  ret void
}
