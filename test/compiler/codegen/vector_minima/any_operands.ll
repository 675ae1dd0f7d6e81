; RUN: wherry-opt -passes=vector-minima,verify %s | FileCheck %s
; Operands that may be signaling NaNs, as loaded ones: the processor's minimum or maximum, whose second operand is the result
; where either is a NaN, and the first operand where that is one. Vectors of several registers in parts.

; CHECK-LABEL: @minimum(
; CHECK:         %[[FIRST:.*]] = fcmp olt <16 x float> %x, %y
; CHECK:         %[[CHOSEN:.*]] = select <16 x i1> %[[FIRST]], <16 x float> %x, <16 x float> %y
; CHECK:         call <16 x float> @llvm.x86.avx512.mask.fixupimm.ps.512(<16 x float> %x, <16 x float> %[[CHOSEN]], <16 x i32> splat (i32 286331136), i32 0, i16 -1, i32 4)
; CHECK-NOT:     @llvm.minnum
define <16 x float> @minimum(<16 x float> %x, <16 x float> %y) #0 {
  %m = call <16 x float> @llvm.minnum.v16f32(<16 x float> %x, <16 x float> %y)
  ret <16 x float> %m
}

; CHECK-LABEL: @maximum(
; CHECK:         fcmp ogt <4 x double>
; CHECK:         call <4 x double> @llvm.x86.avx512.mask.fixupimm.pd.256(<4 x double> %x, <4 x double> %{{.*}}, <4 x i64> splat (i64 286331136), i32 0, i8 -1)
define <4 x double> @maximum(<4 x double> %x, <4 x double> %y) #0 {
  %m = call <4 x double> @llvm.maxnum.v4f64(<4 x double> %x, <4 x double> %y)
  ret <4 x double> %m
}

; CHECK-LABEL: @long(
; CHECK-COUNT-2: @llvm.x86.avx512.mask.fixupimm.pd.512
; CHECK:         shufflevector <8 x double>
define <16 x double> @long(<16 x double> %x, <16 x double> %y) #0 {
  %m = call <16 x double> @llvm.minnum.v16f64(<16 x double> %x, <16 x double> %y)
  ret <16 x double> %m
}

attributes #0 = { "target-features"="+avx512bw,+avx512dq,+avx512vl" }
