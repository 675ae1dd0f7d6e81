; RUN: llc -mcpu=x86-64-v4 < %s | FileCheck %s
; RUN: llc -mcpu=skylake < %s | FileCheck --check-prefix=AVX2 %s
; An undefined index in the register of the result, or of AVX2's mask: an invalid instruction.

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: {{^}}upper:
; CHECK: vgatherqps (%rdi,%zmm0,4), %ymm0 {%k1}
; AVX2-LABEL: {{^}}upper:
; AVX2: vgatherqps %xmm0, (%rdi,%ymm0,4), %xmm2
define <8 x float> @upper(ptr %b, ptr %p, <16 x i1> %mask) {
  %loaded = call <16 x i64> @llvm.masked.load.v16i64.p0(ptr align 8 %p, <16 x i1> <i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0>, <16 x i64> poison)
  %index = freeze <16 x i64> %loaded
  %at = getelementptr float, ptr %b, <16 x i64> %index
  %all = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %at, <16 x i1> %mask, <16 x float> poison)
  %half = shufflevector <16 x float> %all, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  ret <8 x float> %half
}
