; RUN: wherry-opt -passes=variable-permutations,verify %s | FileCheck %s
; All elements out of one vector, or of two side by side, at indices of run time: one permutation of registers where the
; processor has AVX-512 and permutes bytes.

; CHECK-LABEL: @bytes(
; CHECK:       call {{.*}} @llvm.x86.ssse3.pshuf.b.128(
; CHECK-NOT:   extractelement
; CHECK:       ret
define <16 x i8> @bytes(<16 x i8> %x, <16 x i8> %m) #0 {
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

; CHECK-LABEL: @bytes_of_two(
; CHECK:       call {{.*}} @llvm.x86.avx512.permvar.qi.256(
; CHECK-NOT:   extractelement
; CHECK:       ret
define <16 x i8> @bytes_of_two(<16 x i8> %low, <16 x i8> %high, <16 x i8> %m) #0 {
  %x = shufflevector <16 x i8> %low, <16 x i8> %high, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %m0 = extractelement <16 x i8> %m, i64 0
  %a0 = and i8 %m0, 31
  %e0 = extractelement <32 x i8> %x, i8 %a0
  %v0 = insertelement <16 x i8> poison, i8 %e0, i64 0
  %m1 = extractelement <16 x i8> %m, i64 1
  %a1 = and i8 %m1, 31
  %e1 = extractelement <32 x i8> %x, i8 %a1
  %v1 = insertelement <16 x i8> %v0, i8 %e1, i64 1
  %m2 = extractelement <16 x i8> %m, i64 2
  %a2 = and i8 %m2, 31
  %e2 = extractelement <32 x i8> %x, i8 %a2
  %v2 = insertelement <16 x i8> %v1, i8 %e2, i64 2
  %m3 = extractelement <16 x i8> %m, i64 3
  %a3 = and i8 %m3, 31
  %e3 = extractelement <32 x i8> %x, i8 %a3
  %v3 = insertelement <16 x i8> %v2, i8 %e3, i64 3
  %m4 = extractelement <16 x i8> %m, i64 4
  %a4 = and i8 %m4, 31
  %e4 = extractelement <32 x i8> %x, i8 %a4
  %v4 = insertelement <16 x i8> %v3, i8 %e4, i64 4
  %m5 = extractelement <16 x i8> %m, i64 5
  %a5 = and i8 %m5, 31
  %e5 = extractelement <32 x i8> %x, i8 %a5
  %v5 = insertelement <16 x i8> %v4, i8 %e5, i64 5
  %m6 = extractelement <16 x i8> %m, i64 6
  %a6 = and i8 %m6, 31
  %e6 = extractelement <32 x i8> %x, i8 %a6
  %v6 = insertelement <16 x i8> %v5, i8 %e6, i64 6
  %m7 = extractelement <16 x i8> %m, i64 7
  %a7 = and i8 %m7, 31
  %e7 = extractelement <32 x i8> %x, i8 %a7
  %v7 = insertelement <16 x i8> %v6, i8 %e7, i64 7
  %m8 = extractelement <16 x i8> %m, i64 8
  %a8 = and i8 %m8, 31
  %e8 = extractelement <32 x i8> %x, i8 %a8
  %v8 = insertelement <16 x i8> %v7, i8 %e8, i64 8
  %m9 = extractelement <16 x i8> %m, i64 9
  %a9 = and i8 %m9, 31
  %e9 = extractelement <32 x i8> %x, i8 %a9
  %v9 = insertelement <16 x i8> %v8, i8 %e9, i64 9
  %m10 = extractelement <16 x i8> %m, i64 10
  %a10 = and i8 %m10, 31
  %e10 = extractelement <32 x i8> %x, i8 %a10
  %v10 = insertelement <16 x i8> %v9, i8 %e10, i64 10
  %m11 = extractelement <16 x i8> %m, i64 11
  %a11 = and i8 %m11, 31
  %e11 = extractelement <32 x i8> %x, i8 %a11
  %v11 = insertelement <16 x i8> %v10, i8 %e11, i64 11
  %m12 = extractelement <16 x i8> %m, i64 12
  %a12 = and i8 %m12, 31
  %e12 = extractelement <32 x i8> %x, i8 %a12
  %v12 = insertelement <16 x i8> %v11, i8 %e12, i64 12
  %m13 = extractelement <16 x i8> %m, i64 13
  %a13 = and i8 %m13, 31
  %e13 = extractelement <32 x i8> %x, i8 %a13
  %v13 = insertelement <16 x i8> %v12, i8 %e13, i64 13
  %m14 = extractelement <16 x i8> %m, i64 14
  %a14 = and i8 %m14, 31
  %e14 = extractelement <32 x i8> %x, i8 %a14
  %v14 = insertelement <16 x i8> %v13, i8 %e14, i64 14
  %m15 = extractelement <16 x i8> %m, i64 15
  %a15 = and i8 %m15, 31
  %e15 = extractelement <32 x i8> %x, i8 %a15
  %v15 = insertelement <16 x i8> %v14, i8 %e15, i64 15
  ret <16 x i8> %v15
}

; CHECK-LABEL: @words(
; CHECK:       call {{.*}} @llvm.x86.avx512.permvar.hi.128(
; CHECK-NOT:   extractelement
; CHECK:       ret
define <8 x i16> @words(<8 x i16> %x, <8 x i16> %m) #0 {
  %m0 = extractelement <8 x i16> %m, i64 0
  %a0 = and i16 %m0, 7
  %e0 = extractelement <8 x i16> %x, i16 %a0
  %v0 = insertelement <8 x i16> poison, i16 %e0, i64 0
  %m1 = extractelement <8 x i16> %m, i64 1
  %a1 = and i16 %m1, 7
  %e1 = extractelement <8 x i16> %x, i16 %a1
  %v1 = insertelement <8 x i16> %v0, i16 %e1, i64 1
  %m2 = extractelement <8 x i16> %m, i64 2
  %a2 = and i16 %m2, 7
  %e2 = extractelement <8 x i16> %x, i16 %a2
  %v2 = insertelement <8 x i16> %v1, i16 %e2, i64 2
  %m3 = extractelement <8 x i16> %m, i64 3
  %a3 = and i16 %m3, 7
  %e3 = extractelement <8 x i16> %x, i16 %a3
  %v3 = insertelement <8 x i16> %v2, i16 %e3, i64 3
  %m4 = extractelement <8 x i16> %m, i64 4
  %a4 = and i16 %m4, 7
  %e4 = extractelement <8 x i16> %x, i16 %a4
  %v4 = insertelement <8 x i16> %v3, i16 %e4, i64 4
  %m5 = extractelement <8 x i16> %m, i64 5
  %a5 = and i16 %m5, 7
  %e5 = extractelement <8 x i16> %x, i16 %a5
  %v5 = insertelement <8 x i16> %v4, i16 %e5, i64 5
  %m6 = extractelement <8 x i16> %m, i64 6
  %a6 = and i16 %m6, 7
  %e6 = extractelement <8 x i16> %x, i16 %a6
  %v6 = insertelement <8 x i16> %v5, i16 %e6, i64 6
  %m7 = extractelement <8 x i16> %m, i64 7
  %a7 = and i16 %m7, 7
  %e7 = extractelement <8 x i16> %x, i16 %a7
  %v7 = insertelement <8 x i16> %v6, i16 %e7, i64 7
  ret <8 x i16> %v7
}

; CHECK-LABEL: @halves(
; CHECK:       call {{.*}} @llvm.x86.avx512.permvar.hi.256(
; CHECK-NOT:   extractelement
; CHECK:       ret
define <4 x half> @halves(<16 x half> %x, <4 x i16> %m) #0 {
  %m0 = extractelement <4 x i16> %m, i64 0
  %a0 = and i16 %m0, 15
  %e0 = extractelement <16 x half> %x, i16 %a0
  %v0 = insertelement <4 x half> poison, half %e0, i64 0
  %m1 = extractelement <4 x i16> %m, i64 1
  %a1 = and i16 %m1, 15
  %e1 = extractelement <16 x half> %x, i16 %a1
  %v1 = insertelement <4 x half> %v0, half %e1, i64 1
  %m2 = extractelement <4 x i16> %m, i64 2
  %a2 = and i16 %m2, 15
  %e2 = extractelement <16 x half> %x, i16 %a2
  %v2 = insertelement <4 x half> %v1, half %e2, i64 2
  %m3 = extractelement <4 x i16> %m, i64 3
  %a3 = and i16 %m3, 15
  %e3 = extractelement <16 x half> %x, i16 %a3
  %v3 = insertelement <4 x half> %v2, half %e3, i64 3
  ret <4 x half> %v3
}

; CHECK-LABEL: @four(
; CHECK:       call {{.*}} @llvm.x86.avx.vpermilvar.ps(
; CHECK-NOT:   extractelement
; CHECK:       ret
define <4 x float> @four(<4 x float> %x, <4 x i32> %m) #0 {
  %m0 = extractelement <4 x i32> %m, i64 0
  %a0 = and i32 %m0, 3
  %e0 = extractelement <4 x float> %x, i32 %a0
  %v0 = insertelement <4 x float> poison, float %e0, i64 0
  %m1 = extractelement <4 x i32> %m, i64 1
  %a1 = and i32 %m1, 3
  %e1 = extractelement <4 x float> %x, i32 %a1
  %v1 = insertelement <4 x float> %v0, float %e1, i64 1
  %m2 = extractelement <4 x i32> %m, i64 2
  %a2 = and i32 %m2, 3
  %e2 = extractelement <4 x float> %x, i32 %a2
  %v2 = insertelement <4 x float> %v1, float %e2, i64 2
  %m3 = extractelement <4 x i32> %m, i64 3
  %a3 = and i32 %m3, 3
  %e3 = extractelement <4 x float> %x, i32 %a3
  %v3 = insertelement <4 x float> %v2, float %e3, i64 3
  ret <4 x float> %v3
}

; CHECK-LABEL: @eight(
; CHECK:       call {{.*}} @llvm.x86.avx2.permd(
; CHECK-NOT:   extractelement
; CHECK:       ret
define <8 x i32> @eight(<8 x i32> %x, <8 x i32> %m) #0 {
  %m0 = extractelement <8 x i32> %m, i64 0
  %a0 = and i32 %m0, 7
  %e0 = extractelement <8 x i32> %x, i32 %a0
  %v0 = insertelement <8 x i32> poison, i32 %e0, i64 0
  %m1 = extractelement <8 x i32> %m, i64 1
  %a1 = and i32 %m1, 7
  %e1 = extractelement <8 x i32> %x, i32 %a1
  %v1 = insertelement <8 x i32> %v0, i32 %e1, i64 1
  %m2 = extractelement <8 x i32> %m, i64 2
  %a2 = and i32 %m2, 7
  %e2 = extractelement <8 x i32> %x, i32 %a2
  %v2 = insertelement <8 x i32> %v1, i32 %e2, i64 2
  %m3 = extractelement <8 x i32> %m, i64 3
  %a3 = and i32 %m3, 7
  %e3 = extractelement <8 x i32> %x, i32 %a3
  %v3 = insertelement <8 x i32> %v2, i32 %e3, i64 3
  %m4 = extractelement <8 x i32> %m, i64 4
  %a4 = and i32 %m4, 7
  %e4 = extractelement <8 x i32> %x, i32 %a4
  %v4 = insertelement <8 x i32> %v3, i32 %e4, i64 4
  %m5 = extractelement <8 x i32> %m, i64 5
  %a5 = and i32 %m5, 7
  %e5 = extractelement <8 x i32> %x, i32 %a5
  %v5 = insertelement <8 x i32> %v4, i32 %e5, i64 5
  %m6 = extractelement <8 x i32> %m, i64 6
  %a6 = and i32 %m6, 7
  %e6 = extractelement <8 x i32> %x, i32 %a6
  %v6 = insertelement <8 x i32> %v5, i32 %e6, i64 6
  %m7 = extractelement <8 x i32> %m, i64 7
  %a7 = and i32 %m7, 7
  %e7 = extractelement <8 x i32> %x, i32 %a7
  %v7 = insertelement <8 x i32> %v6, i32 %e7, i64 7
  ret <8 x i32> %v7
}

; CHECK-LABEL: @eight_of_two(
; CHECK:       call {{.*}} @llvm.x86.avx512.vpermi2var.d.256(
; CHECK-NOT:   extractelement
; CHECK:       ret
define <8 x float> @eight_of_two(<8 x float> %low, <8 x float> %high, <8 x i32> %m) #0 {
  %x = shufflevector <8 x float> %low, <8 x float> %high, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %m0 = extractelement <8 x i32> %m, i64 0
  %a0 = and i32 %m0, 15
  %e0 = extractelement <16 x float> %x, i32 %a0
  %v0 = insertelement <8 x float> poison, float %e0, i64 0
  %m1 = extractelement <8 x i32> %m, i64 1
  %a1 = and i32 %m1, 15
  %e1 = extractelement <16 x float> %x, i32 %a1
  %v1 = insertelement <8 x float> %v0, float %e1, i64 1
  %m2 = extractelement <8 x i32> %m, i64 2
  %a2 = and i32 %m2, 15
  %e2 = extractelement <16 x float> %x, i32 %a2
  %v2 = insertelement <8 x float> %v1, float %e2, i64 2
  %m3 = extractelement <8 x i32> %m, i64 3
  %a3 = and i32 %m3, 15
  %e3 = extractelement <16 x float> %x, i32 %a3
  %v3 = insertelement <8 x float> %v2, float %e3, i64 3
  %m4 = extractelement <8 x i32> %m, i64 4
  %a4 = and i32 %m4, 15
  %e4 = extractelement <16 x float> %x, i32 %a4
  %v4 = insertelement <8 x float> %v3, float %e4, i64 4
  %m5 = extractelement <8 x i32> %m, i64 5
  %a5 = and i32 %m5, 15
  %e5 = extractelement <16 x float> %x, i32 %a5
  %v5 = insertelement <8 x float> %v4, float %e5, i64 5
  %m6 = extractelement <8 x i32> %m, i64 6
  %a6 = and i32 %m6, 15
  %e6 = extractelement <16 x float> %x, i32 %a6
  %v6 = insertelement <8 x float> %v5, float %e6, i64 6
  %m7 = extractelement <8 x i32> %m, i64 7
  %a7 = and i32 %m7, 15
  %e7 = extractelement <16 x float> %x, i32 %a7
  %v7 = insertelement <8 x float> %v6, float %e7, i64 7
  ret <8 x float> %v7
}

; CHECK-LABEL: @sixteen_of_two(
; CHECK:       call {{.*}} @llvm.x86.avx512.vpermi2var.d.512(
; CHECK-NOT:   extractelement
; CHECK:       ret
define <16 x float> @sixteen_of_two(<16 x float> %low, <16 x float> %high, <16 x i32> %m) #0 {
  %x = shufflevector <16 x float> %low, <16 x float> %high, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %m0 = extractelement <16 x i32> %m, i64 0
  %a0 = and i32 %m0, 31
  %e0 = extractelement <32 x float> %x, i32 %a0
  %v0 = insertelement <16 x float> poison, float %e0, i64 0
  %m1 = extractelement <16 x i32> %m, i64 1
  %a1 = and i32 %m1, 31
  %e1 = extractelement <32 x float> %x, i32 %a1
  %v1 = insertelement <16 x float> %v0, float %e1, i64 1
  %m2 = extractelement <16 x i32> %m, i64 2
  %a2 = and i32 %m2, 31
  %e2 = extractelement <32 x float> %x, i32 %a2
  %v2 = insertelement <16 x float> %v1, float %e2, i64 2
  %m3 = extractelement <16 x i32> %m, i64 3
  %a3 = and i32 %m3, 31
  %e3 = extractelement <32 x float> %x, i32 %a3
  %v3 = insertelement <16 x float> %v2, float %e3, i64 3
  %m4 = extractelement <16 x i32> %m, i64 4
  %a4 = and i32 %m4, 31
  %e4 = extractelement <32 x float> %x, i32 %a4
  %v4 = insertelement <16 x float> %v3, float %e4, i64 4
  %m5 = extractelement <16 x i32> %m, i64 5
  %a5 = and i32 %m5, 31
  %e5 = extractelement <32 x float> %x, i32 %a5
  %v5 = insertelement <16 x float> %v4, float %e5, i64 5
  %m6 = extractelement <16 x i32> %m, i64 6
  %a6 = and i32 %m6, 31
  %e6 = extractelement <32 x float> %x, i32 %a6
  %v6 = insertelement <16 x float> %v5, float %e6, i64 6
  %m7 = extractelement <16 x i32> %m, i64 7
  %a7 = and i32 %m7, 31
  %e7 = extractelement <32 x float> %x, i32 %a7
  %v7 = insertelement <16 x float> %v6, float %e7, i64 7
  %m8 = extractelement <16 x i32> %m, i64 8
  %a8 = and i32 %m8, 31
  %e8 = extractelement <32 x float> %x, i32 %a8
  %v8 = insertelement <16 x float> %v7, float %e8, i64 8
  %m9 = extractelement <16 x i32> %m, i64 9
  %a9 = and i32 %m9, 31
  %e9 = extractelement <32 x float> %x, i32 %a9
  %v9 = insertelement <16 x float> %v8, float %e9, i64 9
  %m10 = extractelement <16 x i32> %m, i64 10
  %a10 = and i32 %m10, 31
  %e10 = extractelement <32 x float> %x, i32 %a10
  %v10 = insertelement <16 x float> %v9, float %e10, i64 10
  %m11 = extractelement <16 x i32> %m, i64 11
  %a11 = and i32 %m11, 31
  %e11 = extractelement <32 x float> %x, i32 %a11
  %v11 = insertelement <16 x float> %v10, float %e11, i64 11
  %m12 = extractelement <16 x i32> %m, i64 12
  %a12 = and i32 %m12, 31
  %e12 = extractelement <32 x float> %x, i32 %a12
  %v12 = insertelement <16 x float> %v11, float %e12, i64 12
  %m13 = extractelement <16 x i32> %m, i64 13
  %a13 = and i32 %m13, 31
  %e13 = extractelement <32 x float> %x, i32 %a13
  %v13 = insertelement <16 x float> %v12, float %e13, i64 13
  %m14 = extractelement <16 x i32> %m, i64 14
  %a14 = and i32 %m14, 31
  %e14 = extractelement <32 x float> %x, i32 %a14
  %v14 = insertelement <16 x float> %v13, float %e14, i64 14
  %m15 = extractelement <16 x i32> %m, i64 15
  %a15 = and i32 %m15, 31
  %e15 = extractelement <32 x float> %x, i32 %a15
  %v15 = insertelement <16 x float> %v14, float %e15, i64 15
  ret <16 x float> %v15
}

; CHECK-LABEL: @doubles(
; CHECK:       call {{.*}} @llvm.x86.avx512.permvar.di.512(
; CHECK-NOT:   extractelement
; CHECK:       ret
define <8 x double> @doubles(<8 x double> %x, <8 x i64> %m) #0 {
  %m0 = extractelement <8 x i64> %m, i64 0
  %a0 = and i64 %m0, 7
  %e0 = extractelement <8 x double> %x, i64 %a0
  %v0 = insertelement <8 x double> poison, double %e0, i64 0
  %m1 = extractelement <8 x i64> %m, i64 1
  %a1 = and i64 %m1, 7
  %e1 = extractelement <8 x double> %x, i64 %a1
  %v1 = insertelement <8 x double> %v0, double %e1, i64 1
  %m2 = extractelement <8 x i64> %m, i64 2
  %a2 = and i64 %m2, 7
  %e2 = extractelement <8 x double> %x, i64 %a2
  %v2 = insertelement <8 x double> %v1, double %e2, i64 2
  %m3 = extractelement <8 x i64> %m, i64 3
  %a3 = and i64 %m3, 7
  %e3 = extractelement <8 x double> %x, i64 %a3
  %v3 = insertelement <8 x double> %v2, double %e3, i64 3
  %m4 = extractelement <8 x i64> %m, i64 4
  %a4 = and i64 %m4, 7
  %e4 = extractelement <8 x double> %x, i64 %a4
  %v4 = insertelement <8 x double> %v3, double %e4, i64 4
  %m5 = extractelement <8 x i64> %m, i64 5
  %a5 = and i64 %m5, 7
  %e5 = extractelement <8 x double> %x, i64 %a5
  %v5 = insertelement <8 x double> %v4, double %e5, i64 5
  %m6 = extractelement <8 x i64> %m, i64 6
  %a6 = and i64 %m6, 7
  %e6 = extractelement <8 x double> %x, i64 %a6
  %v6 = insertelement <8 x double> %v5, double %e6, i64 6
  %m7 = extractelement <8 x i64> %m, i64 7
  %a7 = and i64 %m7, 7
  %e7 = extractelement <8 x double> %x, i64 %a7
  %v7 = insertelement <8 x double> %v6, double %e7, i64 7
  ret <8 x double> %v7
}

attributes #0 = { "target-features"="+avx2,+avx512bw,+avx512f,+avx512vbmi,+avx512vbmi2,+avx512vl" }
