; RUN: wherry-opt -passes='for-kernels<wide>(instsimplify)' %s | FileCheck %s
; A kernel that is not vectorised and computes with vectors of more elements than lanes are worth.

; CHECK-LABEL: @wg.wide(
; CHECK-NEXT:    load <16 x float>
; CHECK-NEXT:    fadd
; CHECK-NEXT:    store <16 x float>
; CHECK-NEXT:    store i32 3, ptr %args
define void @wg.wide(ptr %args, ptr %context) "wherry-kernel"="wide" {
  %sum = add i32 1, 2
  %value = load <16 x float>, ptr %args
  %twice = fadd <16 x float> %value, %value
  store <16 x float> %twice, ptr %args
  store i32 %sum, ptr %args
  ret void
}
