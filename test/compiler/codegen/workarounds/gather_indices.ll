; RUN: wherry-opt -passes=verify -asm %s | FileCheck %s
; The index of lanes that are not loaded is undefined. The gather takes zeros in a register of its own for it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: {{^}}upper:
; CHECK: vxorps %xmm[[INDEX:[1-9][0-9]*]], %xmm[[INDEX]], %xmm[[INDEX]]
; CHECK: vgatherqps (%rdi,%zmm[[INDEX]],4), %ymm0 {%k{{[1-7]}}}
define <8 x float> @upper(ptr %b, ptr %p, <16 x i1> %mask) #0 {
  %loaded = call <16 x i64> @llvm.masked.load.v16i64.p0(ptr align 8 %p, <16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>, <16 x i64> poison)
  %index = freeze <16 x i64> %loaded
  %at = getelementptr float, ptr %b, <16 x i64> %index
  %all = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %at, <16 x i1> %mask, <16 x float> poison)
  %half = shufflevector <16 x float> %all, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  ret <8 x float> %half
}

; A defined index is left as it is.
; CHECK-LABEL: {{^}}plain:
; CHECK-NOT: xor{{.*}}%xmm0
; CHECK: vgatherqps (%rdi,%zmm0,4), %ymm1 {%k{{[1-7]}}}
define <8 x float> @plain(ptr %b, <8 x i64> %index, <8 x i1> %mask) #0 {
  %at = getelementptr float, ptr %b, <8 x i64> %index
  %all = call <8 x float> @llvm.masked.gather.v8f32.v8p0(<8 x ptr> align 4 %at, <8 x i1> %mask, <8 x float> poison)
  ret <8 x float> %all
}

attributes #0 = { "target-cpu"="x86-64-v4" }
