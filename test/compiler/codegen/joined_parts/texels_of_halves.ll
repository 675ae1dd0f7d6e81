; RUN: wherry-opt -passes=joined-parts,verify %s | FileCheck %s
; RUN: wherry-opt -passes=joined-parts %s | llc -mtriple=x86_64-linux | FileCheck %s --check-prefix=ASM
; Integers of 64 bits that are joined of four halves: two permutations for 16 of them.

; CHECK-LABEL: @texels(
; CHECK:       %[[AB:.*]] = shufflevector <16 x i16> %a, <16 x i16> %b
; CHECK:       %[[CD:.*]] = shufflevector <16 x i16> %c, <16 x i16> %d
; CHECK:       call <32 x i16> @llvm.x86.avx512.vpermi2var.hi.512(<32 x i16> %[[AB]], <32 x i16> <i16 0, i16 16, i16 32, i16 48, i16 1, i16 17, i16 33, i16 49, i16 2, i16 18, i16 34, i16 50, i16 3, i16 19, i16 35, i16 51, i16 4, i16 20, i16 36, i16 52, i16 5, i16 21, i16 37, i16 53, i16 6, i16 22, i16 38, i16 54, i16 7, i16 23, i16 39, i16 55>, <32 x i16> %[[CD]])
; CHECK:       call <32 x i16> @llvm.x86.avx512.vpermi2var.hi.512(<32 x i16> %[[AB]], <32 x i16> <i16 8, i16 24, i16 40, i16 56, i16 9, i16 25, i16 41, i16 57, i16 10, i16 26, i16 42, i16 58, i16 11, i16 27, i16 43, i16 59, i16 12, i16 28, i16 44, i16 60, i16 13, i16 29, i16 45, i16 61, i16 14, i16 30, i16 46, i16 62, i16 15, i16 31, i16 47, i16 63>, <32 x i16> %[[CD]])
; CHECK:       ret void
; ASM-LABEL:   texels:
; ASM-COUNT-2: vperm{{[ti]}}2w
; ASM-NOT:     vpmovzx
; ASM-NOT:     vpsll
define void @texels(<16 x i16> %a, <16 x i16> %b, <16 x i16> %c, <16 x i16> %d, ptr %to) #0 {
  %a.word = zext <16 x i16> %a to <16 x i32>
  %b.word = zext <16 x i16> %b to <16 x i32>
  %b.high = shl nuw <16 x i32> %b.word, splat (i32 16)
  %ab = or disjoint <16 x i32> %b.high, %a.word
  %c.word = zext <16 x i16> %c to <16 x i32>
  %d.word = zext <16 x i16> %d to <16 x i32>
  %d.high = shl nuw <16 x i32> %d.word, splat (i32 16)
  %cd = or disjoint <16 x i32> %c.word, %d.high
  %ab.wide = zext <16 x i32> %ab to <16 x i64>
  %cd.wide = zext <16 x i32> %cd to <16 x i64>
  %cd.high = shl nuw <16 x i64> %cd.wide, splat (i64 32)
  %all = or disjoint <16 x i64> %ab.wide, %cd.high
  store <16 x i64> %all, ptr %to, align 8
  ret void
}

; The same as permutations of words.
; CHECK-LABEL: @shuffled(
; CHECK-COUNT-2: call <32 x i16> @llvm.x86.avx512.vpermi2var.hi.512(
; CHECK-NOT:   shufflevector <16 x i32>
; CHECK:       ret void
define void @shuffled(<16 x i16> %a, <16 x i16> %b, <16 x i16> %c, ptr %to) #0 {
  %a.word = zext <16 x i16> %a to <16 x i32>
  %b.word = zext <16 x i16> %b to <16 x i32>
  %b.high = shl nuw <16 x i32> %b.word, splat (i32 16)
  %ab = or disjoint <16 x i32> %b.high, %a.word
  %c.word = zext <16 x i16> %c to <16 x i32>
  %cd = or disjoint <16 x i32> %c.word, splat (i32 65536)
  %low = shufflevector <16 x i32> %ab, <16 x i32> %cd, <16 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23>
  %high = shufflevector <16 x i32> %ab, <16 x i32> %cd, <16 x i32> <i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  store <16 x i32> %low, ptr %to, align 4
  %behind = getelementptr i8, ptr %to, i64 64
  store <16 x i32> %high, ptr %behind, align 4
  ret void
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512vl,+avx512dq" }
