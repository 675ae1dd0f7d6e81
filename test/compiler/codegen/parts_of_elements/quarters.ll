; RUN: wherry-opt -passes=parts-of-elements,verify %s | FileCheck %s
; RUN: wherry-opt -passes=parts-of-elements %s | llc -mtriple=x86_64-linux | FileCheck %s --check-prefix=ASM
; Four halves in each of 16 gathered integers of 64 bits, in two registers: a permutation for each.

; CHECK-LABEL: @halves(
; CHECK-DAG:   shufflevector <64 x i16> %{{.*}}, <64 x i16> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
; CHECK-DAG:   shufflevector <64 x i16> %{{.*}}, <64 x i16> poison, <16 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29, i32 33, i32 37, i32 41, i32 45, i32 49, i32 53, i32 57, i32 61>
; CHECK-DAG:   shufflevector <64 x i16> %{{.*}}, <64 x i16> poison, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
; CHECK-NOT:   trunc
; ASM-LABEL:   halves:
; ASM-COUNT-3: vperm{{[ti]}}2w
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
