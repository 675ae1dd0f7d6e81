; RUN: wherry-opt -passes=joined-parts,verify %s | FileCheck %s
; RUN: wherry-opt -passes=joined-parts %s | llc -mtriple=x86_64-linux | FileCheck %s --check-prefix=ASM
; Integers of 64 bits that are joined of two of 32 bits, in two vectors in flight: two permutations for 16 of them. The
; high words may be constants.

; CHECK-LABEL: @pairs(
; CHECK:       %[[A:.*]] = shufflevector <32 x i32> %a, <32 x i32> poison, <16 x i32> <i32 0,
; CHECK:       %[[B:.*]] = shufflevector <32 x i32> %b, <32 x i32> poison, <16 x i32> <i32 0,
; CHECK:       shufflevector <16 x i32> %[[A]], <16 x i32> %[[B]], <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
; CHECK:       shufflevector <16 x i32> %[[A]], <16 x i32> %[[B]], <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
; CHECK-NOT:   zext
; ASM-LABEL:   pairs:
; ASM-COUNT-4: vperm{{[ti]}}2d
; ASM-NOT:     vpmovzx
define void @pairs(<32 x i32> %a, <32 x i32> %b, ptr %to) #0 {
  %low = zext <32 x i32> %a to <32 x i64>
  %wide = zext <32 x i32> %b to <32 x i64>
  %high = shl nuw <32 x i64> %wide, splat (i64 32)
  %all = or disjoint <32 x i64> %high, %low
  store <32 x i64> %all, ptr %to, align 8
  ret void
}

; CHECK-LABEL: @with_constant(
; CHECK:       shufflevector <16 x i32> %a, <16 x i32> splat (i32 7), <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
; CHECK-NOT:   zext
; CHECK:       ret void
define void @with_constant(<16 x i32> %a, ptr %to) #0 {
  %low = zext <16 x i32> %a to <16 x i64>
  %all = or disjoint <16 x i64> %low, splat (i64 30064771072)
  store <16 x i64> %all, ptr %to, align 8
  ret void
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512vl,+avx512dq" }
