; RUN: wherry-opt -passes=vector-minima,verify %s | FileCheck %s
; Scalars, vectors that fill no register, halves, operands of which one is no NaN, and CPUs without the instructions: as
; they were.

; CHECK-NOT: call {{.*}}@llvm.x86
define float @scalar(float %x, float %y) #0 {
  %m = call float @llvm.minnum.f32(float %x, float %y)
  ret float %m
}

define <3 x float> @three(<3 x float> %x, <3 x float> %y) #0 {
  %m = call <3 x float> @llvm.minnum.v3f32(<3 x float> %x, <3 x float> %y)
  ret <3 x float> %m
}

define <8 x half> @halves(<8 x half> %x, <8 x half> %y) #0 {
  %m = call <8 x half> @llvm.maxnum.v8f16(<8 x half> %x, <8 x half> %y)
  ret <8 x half> %m
}

define <16 x float> @number(<16 x float> %x) #0 {
  %m = call <16 x float> @llvm.maxnum.v16f32(<16 x float> %x, <16 x float> zeroinitializer)
  ret <16 x float> %m
}

define <16 x float> @finite(<16 x float> %x, <16 x float> %y) #0 {
  %m = call nnan <16 x float> @llvm.maxnum.v16f32(<16 x float> %x, <16 x float> %y)
  ret <16 x float> %m
}

define <8 x float> @without(<8 x float> %x, <8 x float> %y) #1 {
  %m = call <8 x float> @llvm.minnum.v8f32(<8 x float> %x, <8 x float> %y)
  ret <8 x float> %m
}

attributes #0 = { "target-features"="+avx512bw,+avx512dq,+avx512vl" }
attributes #1 = { "target-features"="+avx2" }
