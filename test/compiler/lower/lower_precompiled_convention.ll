; RUN: wherry-opt -passes=lower-precompiled %s | FileCheck %s
; Rare parts of inlined functions are called by the convention of Intel's OpenCL builtins, which keeps most vector
; registers for the caller. The others are called by C's. A function and its calls agree, of any width.

; CHECK-LABEL: @calls(
; CHECK:       call intel_ocl_bicc float @_Z9__far_sinf(float %x)
; CHECK:       call float @_Z3powff(float %x, float %x)
; CHECK:       call intel_ocl_bicc <8 x float> @_Z9__far_sinDv8_f(<8 x float> %v)
; CHECK:       call intel_ocl_bicc <8 x float> @_Z9__far_sinDv8_f(<8 x float>
define void @calls(float %x, <8 x float> %v, <2 x float> %w) #0 {
  %scalar = call float @_Z9__far_sinf(float %x)
  %power = call float @_Z3powff(float %x, float %x)
  %vector = call <8 x float> @_Z9__far_sinDv8_f(<8 x float> %v)
  %part = call <2 x float> @_Z9__far_sinDv2_f(<2 x float> %w)
  ret void
}

; CHECK-DAG: declare intel_ocl_bicc float @_Z9__far_sinf(float)
; CHECK-DAG: declare intel_ocl_bicc <8 x float> @_Z9__far_sinDv8_f(<8 x float>)
; CHECK-DAG: declare float @_Z3powff(float, float)
declare float @_Z9__far_sinf(float)
declare <8 x float> @_Z9__far_sinDv8_f(<8 x float>)
declare <2 x float> @_Z9__far_sinDv2_f(<2 x float>)
declare float @_Z3powff(float, float)

attributes #0 = { "target-cpu"="x86-64-v3" "target-features"="+avx2" }
