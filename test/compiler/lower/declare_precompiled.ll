; RUN: wherry-opt -passes=declare-precompiled %s | FileCheck %s
; The math library's functions stand in object code, where LLVM cannot see that they depend on their arguments alone.
; The declarations say so, of any width; calls have no attributes of their own.

; CHECK-LABEL: @calls(
; CHECK:       call spir_func float @_Z3powff(float %x, float %x){{$}}
; CHECK:       call spir_func <4 x float> @_Z3powDv4_fS_(<4 x float> %v, <4 x float> %v){{$}}
; CHECK:       call spir_func double @_Z4powndi(double %d, i32 3){{$}}
define void @calls(float %x, <4 x float> %v, double %d) {
  %one = call spir_func noundef float @_Z3powff(float noundef %x, float noundef %x) #0
  %four = call spir_func <4 x float> @_Z3powDv4_fS_(<4 x float> %v, <4 x float> %v) #0
  %whole = call spir_func double @_Z4powndi(double %d, i32 3) #0
  ret void
}

; CHECK-DAG: declare spir_func float @_Z3powff(float, float) #[[PURE:[0-9]+]]
; CHECK-DAG: declare spir_func <4 x float> @_Z3powDv4_fS_(<4 x float>, <4 x float>) #[[PURE]]
; CHECK-DAG: declare spir_func double @_Z4powndi(double, i32) #[[PURE]]
; CHECK-DAG: declare spir_func float @_Z9__far_sinf(float) #[[PURE]]
declare spir_func float @_Z3powff(float, float) #0
declare spir_func <4 x float> @_Z3powDv4_fS_(<4 x float>, <4 x float>) #0
declare spir_func double @_Z4powndi(double, i32) #0
declare spir_func float @_Z9__far_sinf(float) #0

; CHECK: attributes #[[PURE]] = { nosync nounwind willreturn memory(none) }
attributes #0 = { convergent "frame-pointer"="all" }
