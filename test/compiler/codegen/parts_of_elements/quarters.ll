; RUN: wherry-opt -passes=parts-of-elements,verify %s | FileCheck %s
; RUN: wherry-opt -passes=parts-of-elements %s | llc -mtriple=x86_64-linux | FileCheck %s --check-prefix=ASM
; Halves in each of 16 gathered integers of 64 bits, in two registers: one permutation for the first two, and one for the
; last alone.

; CHECK-LABEL: @halves(
; CHECK-DAG:   call <32 x i16> @llvm.x86.avx512.vpermi2var.hi.512(<32 x i16> %{{.*}}, <32 x i16> <i16 0, i16 4, i16 8, i16 12, i16 16, i16 20, i16 24, i16 28, i16 32, i16 36, i16 40, i16 44, i16 48, i16 52, i16 56, i16 60, i16 1, i16 5, i16 9, i16 13, i16 17, i16 21, i16 25, i16 29, i16 33, i16 37, i16 41, i16 45, i16 49, i16 53, i16 57, i16 61>, <32 x i16> %{{.*}})
; CHECK-DAG:   shufflevector <64 x i16> %{{.*}}, <64 x i16> poison, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
; CHECK-NOT:   trunc
; ASM-LABEL:   halves:
; ASM-COUNT-2: vperm{{[ti]}}2w
; ASM-NOT:     vperm{{[ti]}}2w
; ASM-NOT:     vpmovqw
define void @halves(<16 x ptr> %from, ptr %to) #0 {
  %texels = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %from, <16 x i1> splat (i1 true), <16 x i64> poison)
  %a = trunc <16 x i64> %texels to <16 x i16>
  %b.high = lshr <16 x i64> %texels, splat (i64 16)
  %b = trunc <16 x i64> %b.high to <16 x i16>
  %d.high = ashr <16 x i64> %texels, splat (i64 48)
  %d = trunc <16 x i64> %d.high to <16 x i16>
  %ab = xor <16 x i16> %a, %b
  %abd = mul <16 x i16> %ab, %d
  store <16 x i16> %abd, ptr %to
  ret void
}

; Two vectors in flight: 32 elements by 16.
; CHECK-LABEL: @two_vectors(
; CHECK:       %[[LOW:.*]] = shufflevector <32 x i64> %texels, <32 x i64> poison, <16 x i32> <i32 0,
; CHECK:       %[[A:.*]] = bitcast <16 x i64> %[[LOW]] to <32 x i32>
; CHECK:       shufflevector <32 x i32> %[[A]], <32 x i32> poison, <16 x i32> <i32 1, i32 3,
; CHECK:       %[[HIGH:.*]] = shufflevector <32 x i64> %texels, <32 x i64> poison, <16 x i32> <i32 16,
; CHECK:       %[[B:.*]] = bitcast <16 x i64> %[[HIGH]] to <32 x i32>
; CHECK:       shufflevector <32 x i32> %[[B]], <32 x i32> poison, <16 x i32> <i32 1, i32 3,
; CHECK-NOT:   trunc
; CHECK:       ret <32 x i32>
define <32 x i32> @two_vectors(<32 x ptr> %from) #0 {
  %texels = call <32 x i64> @llvm.masked.gather.v32i64.v32p0(<32 x ptr> align 8 %from, <32 x i1> splat (i1 true), <32 x i64> poison)
  %high = lshr <32 x i64> %texels, splat (i64 32)
  %part = trunc <32 x i64> %high to <32 x i32>
  ret <32 x i32> %part
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" }
