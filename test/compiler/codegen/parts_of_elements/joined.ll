; RUN: wherry-opt -passes=parts-of-elements,verify %s | FileCheck %s
; Halves of integers of 32 bits that a permutation has put together, out of the two registers themselves.

; CHECK-LABEL: @halves(
; CHECK:       %[[A:.*]] = bitcast <16 x i32> %a to <32 x i16>
; CHECK:       %[[B:.*]] = bitcast <16 x i32> %b to <32 x i16>
; CHECK:       shufflevector <32 x i16> %[[A]], <32 x i16> %[[B]], <16 x i32> <i32 2, i32 6, i32 10, i32 14, i32 18, i32 22, i32 26, i32 poison, i32 34, i32 38, i32 42, i32 46, i32 50, i32 54, i32 58, i32 62>
; CHECK:       shufflevector <32 x i16> %{{.*}}, <32 x i16> %{{.*}}, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 poison, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
; CHECK-NOT:   trunc
; CHECK:       ret <16 x i16>
define <16 x i16> @halves(<16 x i32> %a, <16 x i32> %b) #0 {
  %odd = shufflevector <16 x i32> %a, <16 x i32> %b, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 poison, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %low = trunc <16 x i32> %odd to <16 x i16>
  %shifted = lshr <16 x i32> %odd, splat (i32 16)
  %high = trunc <16 x i32> %shifted to <16 x i16>
  %both = xor <16 x i16> %low, %high
  ret <16 x i16> %both
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" }
