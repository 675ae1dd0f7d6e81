; RUN: wherry-opt -passes=variable-permutations,verify %s | FileCheck %s
; Constant indices, elements of several vectors, elements that are kept, and processors without AVX2 stay.
; CHECK-NOT: call

; CHECK-LABEL: @without_avx2(
; CHECK-COUNT-16: insertelement
define <16 x i8> @without_avx2(<16 x i8> %x, <16 x i8> %m) #1 {
  %m0 = extractelement <16 x i8> %m, i64 0
  %a0 = and i8 %m0, 15
  %e0 = extractelement <16 x i8> %x, i8 %a0
  %v0 = insertelement <16 x i8> poison, i8 %e0, i64 0
  %m1 = extractelement <16 x i8> %m, i64 1
  %a1 = and i8 %m1, 15
  %e1 = extractelement <16 x i8> %x, i8 %a1
  %v1 = insertelement <16 x i8> %v0, i8 %e1, i64 1
  %m2 = extractelement <16 x i8> %m, i64 2
  %a2 = and i8 %m2, 15
  %e2 = extractelement <16 x i8> %x, i8 %a2
  %v2 = insertelement <16 x i8> %v1, i8 %e2, i64 2
  %m3 = extractelement <16 x i8> %m, i64 3
  %a3 = and i8 %m3, 15
  %e3 = extractelement <16 x i8> %x, i8 %a3
  %v3 = insertelement <16 x i8> %v2, i8 %e3, i64 3
  %m4 = extractelement <16 x i8> %m, i64 4
  %a4 = and i8 %m4, 15
  %e4 = extractelement <16 x i8> %x, i8 %a4
  %v4 = insertelement <16 x i8> %v3, i8 %e4, i64 4
  %m5 = extractelement <16 x i8> %m, i64 5
  %a5 = and i8 %m5, 15
  %e5 = extractelement <16 x i8> %x, i8 %a5
  %v5 = insertelement <16 x i8> %v4, i8 %e5, i64 5
  %m6 = extractelement <16 x i8> %m, i64 6
  %a6 = and i8 %m6, 15
  %e6 = extractelement <16 x i8> %x, i8 %a6
  %v6 = insertelement <16 x i8> %v5, i8 %e6, i64 6
  %m7 = extractelement <16 x i8> %m, i64 7
  %a7 = and i8 %m7, 15
  %e7 = extractelement <16 x i8> %x, i8 %a7
  %v7 = insertelement <16 x i8> %v6, i8 %e7, i64 7
  %m8 = extractelement <16 x i8> %m, i64 8
  %a8 = and i8 %m8, 15
  %e8 = extractelement <16 x i8> %x, i8 %a8
  %v8 = insertelement <16 x i8> %v7, i8 %e8, i64 8
  %m9 = extractelement <16 x i8> %m, i64 9
  %a9 = and i8 %m9, 15
  %e9 = extractelement <16 x i8> %x, i8 %a9
  %v9 = insertelement <16 x i8> %v8, i8 %e9, i64 9
  %m10 = extractelement <16 x i8> %m, i64 10
  %a10 = and i8 %m10, 15
  %e10 = extractelement <16 x i8> %x, i8 %a10
  %v10 = insertelement <16 x i8> %v9, i8 %e10, i64 10
  %m11 = extractelement <16 x i8> %m, i64 11
  %a11 = and i8 %m11, 15
  %e11 = extractelement <16 x i8> %x, i8 %a11
  %v11 = insertelement <16 x i8> %v10, i8 %e11, i64 11
  %m12 = extractelement <16 x i8> %m, i64 12
  %a12 = and i8 %m12, 15
  %e12 = extractelement <16 x i8> %x, i8 %a12
  %v12 = insertelement <16 x i8> %v11, i8 %e12, i64 12
  %m13 = extractelement <16 x i8> %m, i64 13
  %a13 = and i8 %m13, 15
  %e13 = extractelement <16 x i8> %x, i8 %a13
  %v13 = insertelement <16 x i8> %v12, i8 %e13, i64 13
  %m14 = extractelement <16 x i8> %m, i64 14
  %a14 = and i8 %m14, 15
  %e14 = extractelement <16 x i8> %x, i8 %a14
  %v14 = insertelement <16 x i8> %v13, i8 %e14, i64 14
  %m15 = extractelement <16 x i8> %m, i64 15
  %a15 = and i8 %m15, 15
  %e15 = extractelement <16 x i8> %x, i8 %a15
  %v15 = insertelement <16 x i8> %v14, i8 %e15, i64 15
  ret <16 x i8> %v15
}

; CHECK-LABEL: @constant(
; CHECK-COUNT-2: insertelement
define <2 x i64> @constant(<2 x i64> %x, i64 %i) #0 {
  %e0 = extractelement <2 x i64> %x, i64 1
  %v0 = insertelement <2 x i64> poison, i64 %e0, i64 0
  %e1 = extractelement <2 x i64> %x, i64 %i
  %v1 = insertelement <2 x i64> %v0, i64 %e1, i64 1
  ret <2 x i64> %v1
}

; CHECK-LABEL: @two_tables(
; CHECK-COUNT-2: insertelement
define <2 x i64> @two_tables(<2 x i64> %x, <2 x i64> %y, i64 %i) #0 {
  %e0 = extractelement <2 x i64> %x, i64 %i
  %v0 = insertelement <2 x i64> poison, i64 %e0, i64 0
  %e1 = extractelement <2 x i64> %y, i64 %i
  %v1 = insertelement <2 x i64> %v0, i64 %e1, i64 1
  ret <2 x i64> %v1
}

; CHECK-LABEL: @kept(
; CHECK-COUNT-1: insertelement
define <2 x i64> @kept(<2 x i64> %x, <2 x i64> %y, i64 %i) #0 {
  %e0 = extractelement <2 x i64> %x, i64 %i
  %v0 = insertelement <2 x i64> %y, i64 %e0, i64 0
  ret <2 x i64> %v0
}

attributes #0 = { "target-features"="+avx2" }
attributes #1 = { "target-features"="+ssse3" }
