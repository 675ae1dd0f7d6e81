; RUN: wherry-opt -passes=small-powers,verify %s | FileCheck %s
; pow(x, 0.5) becomes a root, which is no -0, and infinite where x is minus infinity.

declare float @_Z3powff(float, float)

; CHECK-LABEL: @root(
; CHECK-NEXT:  %[[ROOT:.*]] = call float @llvm.sqrt.f32(float %x)
; CHECK-NEXT:  %[[POSITIVE:.*]] = call float @llvm.fabs.f32(float %[[ROOT]])
; CHECK-NEXT:  %[[LEAST:.*]] = fcmp oeq float %x, 0xFFF0000000000000
; CHECK-NEXT:  %[[RESULT:.*]] = select i1 %[[LEAST]], float 0x7FF0000000000000, float %[[POSITIVE]]
; CHECK-NEXT:  ret float %[[RESULT]]
define float @root(float %x) {
  %power = call float @_Z3powff(float %x, float 0.5)
  ret float %power
}
