; RUN: wherry-opt -passes=joined-parts,verify %s | FileCheck %s
; RUN: sed 's/+avx512bw,+avx512vl/+avx2/' %s | wherry-opt -passes=joined-parts,verify | FileCheck %s
; Parts that overlap, are narrower than a half, or fill one register, and other processors keep their widening.

; CHECK-NOT:   shufflevector
; CHECK-NOT:   vpermi2var
; CHECK-LABEL: @overlapping(
define <16 x i64> @overlapping(<16 x i32> %a, <16 x i32> %b) #0 {
  %low = zext <16 x i32> %a to <16 x i64>
  %wide = zext <16 x i32> %b to <16 x i64>
  %high = shl nuw <16 x i64> %wide, splat (i64 31)
  %all = or <16 x i64> %high, %low
  ret <16 x i64> %all
}

; CHECK-LABEL: @constant_in_low_half(
define <16 x i64> @constant_in_low_half(<16 x i32> %a) #0 {
  %low = zext <16 x i32> %a to <16 x i64>
  %all = or <16 x i64> %low, splat (i64 4294967297)
  ret <16 x i64> %all
}

; CHECK-LABEL: @narrower(
define <16 x i64> @narrower(<16 x i16> %a, <16 x i16> %b) #0 {
  %low = zext <16 x i16> %a to <16 x i64>
  %wide = zext <16 x i16> %b to <16 x i64>
  %high = shl nuw <16 x i64> %wide, splat (i64 32)
  %all = or disjoint <16 x i64> %high, %low
  ret <16 x i64> %all
}

; CHECK-LABEL: @one_register(
define <8 x i64> @one_register(<8 x i32> %a, <8 x i32> %b) #0 {
  %low = zext <8 x i32> %a to <8 x i64>
  %wide = zext <8 x i32> %b to <8 x i64>
  %high = shl nuw <8 x i64> %wide, splat (i64 32)
  %all = or disjoint <8 x i64> %high, %low
  ret <8 x i64> %all
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512vl" }
