; RUN: wherry-opt -passes=vector-minima,verify %s | FileCheck %s
; Results of arithmetic are no signaling NaNs: one instruction.

; CHECK-LABEL: @minimum(
; CHECK:         call <8 x float> @llvm.x86.avx512.mask.range.ps.256(<8 x float> %sum, <8 x float> %root, i32 4, <8 x float> zeroinitializer, i8 -1)
define <8 x float> @minimum(<8 x float> %x, <8 x float> %y) #0 {
  %sum = fadd <8 x float> %x, %y
  %root = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %y)
  %m = call <8 x float> @llvm.minnum.v8f32(<8 x float> %sum, <8 x float> %root)
  ret <8 x float> %m
}

; CHECK-LABEL: @maximum(
; CHECK:         call <8 x double> @llvm.x86.avx512.mask.range.pd.512(<8 x double> %product, <8 x double> %wide, i32 5, <8 x double> zeroinitializer, i8 -1, i32 4)
define <8 x double> @maximum(<8 x double> %x, <8 x float> %y) #0 {
  %product = fmul <8 x double> %x, %x
  %wide = fpext <8 x float> %y to <8 x double>
  %m = call <8 x double> @llvm.maxnum.v8f64(<8 x double> %product, <8 x double> %wide)
  ret <8 x double> %m
}

; One of them may be any number.
; CHECK-LABEL: @mixed(
; CHECK:         @llvm.x86.avx512.mask.fixupimm.ps.512
define <16 x float> @mixed(<16 x float> %x, <16 x float> %y) #0 {
  %sum = fadd <16 x float> %x, %y
  %m = call <16 x float> @llvm.minnum.v16f32(<16 x float> %sum, <16 x float> %y)
  ret <16 x float> %m
}

attributes #0 = { "target-features"="+avx512bw,+avx512dq,+avx512vl" }
