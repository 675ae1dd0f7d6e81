; RUN: wherry-opt -passes=reciprocal-estimates %s | FileCheck %s
; 1 / sqrt(x) that allows reciprocals (arcp: OpenCL C's rsqrt, 2 ULP) takes the processor's estimate and Newton steps:
; one for float, two for double. Where the error is NaN (x is 0, infinite or negative) the estimate is the result.

declare float @llvm.sqrt.f32(float)
declare double @llvm.sqrt.f64(double)

; CHECK-LABEL: @single(
; CHECK:       %[[ESTIMATE:.*]] = call <4 x float> @llvm.x86.avx512.rsqrt14.ss(
; CHECK:       %[[Y:.*]] = extractelement <4 x float> %[[ESTIMATE]], i64 0
; CHECK:       %[[PRODUCT:.*]] = fmul float %x, %[[Y]]
; CHECK:       %[[LESS:.*]] = fneg float %[[PRODUCT]]
; CHECK:       %[[ERROR:.*]] = call float @llvm.fma.f32(float %[[LESS]], float %[[Y]], float 1.000000e+00)
; CHECK:       %[[NUMBER:.*]] = fcmp ord float %[[ERROR]], %[[ERROR]]
; CHECK:       %[[HALF:.*]] = fmul float %[[Y]], 5.000000e-01
; CHECK:       %[[BETTER:.*]] = call float @llvm.fma.f32(float %[[HALF]], float %[[ERROR]], float %[[Y]])
; CHECK:       %[[RESULT:.*]] = select i1 %[[NUMBER]], float %[[BETTER]], float %[[Y]]
; CHECK-NEXT:  ret float %[[RESULT]]
define float @single(float %x) {
  %root = call float @llvm.sqrt.f32(float %x)
  %reciprocal = fdiv arcp float 1.0, %root
  ret float %reciprocal
}

; CHECK-LABEL: @double(
; CHECK-NOT:   @llvm.sqrt
; CHECK:       call <2 x double> @llvm.x86.avx512.rsqrt14.sd(
; CHECK-COUNT-4: call double @llvm.fma.f64(
; CHECK-NOT:   fma
; CHECK:       ret double
define double @double(double %x) {
  %root = call double @llvm.sqrt.f64(double %x)
  %reciprocal = fdiv arcp double 1.0, %root
  ret double %reciprocal
}
