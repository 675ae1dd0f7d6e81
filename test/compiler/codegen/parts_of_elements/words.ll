; RUN: wherry-opt -passes=parts-of-elements,verify %s | FileCheck %s
; RUN: wherry-opt -passes=parts-of-elements %s | llc -mtriple=x86_64-linux | FileCheck %s --check-prefix=ASM
; Both halves of 16 integers of 32 bits: one permutation, and the upper half of its register.

; CHECK-LABEL: @halves(
; CHECK:       %[[PARTS:.*]] = bitcast <16 x i32> %{{.*}} to <32 x i16>
; CHECK:       %[[APART:.*]] = call <32 x i16> @llvm.x86.avx512.permvar.hi.512(<32 x i16> %[[PARTS]], <32 x i16> <i16 0, i16 2, {{.*}} i16 30, i16 1, i16 3, {{.*}} i16 31>)
; CHECK:       shufflevector <32 x i16> %[[APART]], <32 x i16> poison, <16 x i32> <i32 0, i32 1,
; CHECK:       shufflevector <32 x i16> %[[APART]], <32 x i16> poison, <16 x i32> <i32 16, i32 17,
; CHECK-NOT:   trunc
; ASM-LABEL:   halves:
; ASM-COUNT-1: vpermw
; ASM-NOT:     vpmovdw
define <16 x i16> @halves(ptr %from) #0 {
  %words = load <16 x i32>, ptr %from
  %low = trunc <16 x i32> %words to <16 x i16>
  %shifted = lshr <16 x i32> %words, splat (i32 16)
  %high = trunc <16 x i32> %shifted to <16 x i16>
  %both = mul <16 x i16> %low, %high
  ret <16 x i16> %both
}

; Behind a branch.
; CHECK-LABEL: @chosen(
; CHECK:       %words = phi <16 x i32>
; CHECK:       call <32 x i16> @llvm.x86.avx512.permvar.hi.512(
; CHECK-NOT:   trunc
; CHECK:       ret <16 x i16>
define <16 x i16> @chosen(ptr %from, i1 %which, <16 x i32> %other) #0 {
entry:
  br i1 %which, label %load, label %end
load:
  %loaded = load <16 x i32>, ptr %from
  br label %end
end:
  %words = phi <16 x i32> [ %loaded, %load ], [ %other, %entry ]
  %n = phi i32 [ 0, %load ], [ 1, %entry ]
  %low = trunc <16 x i32> %words to <16 x i16>
  %shifted = lshr <16 x i32> %words, splat (i32 16)
  %high = trunc <16 x i32> %shifted to <16 x i16>
  %both = mul <16 x i16> %low, %high
  ret <16 x i16> %both
}

; Two vectors in flight: 32 elements by 16.
; CHECK-LABEL: @two_vectors(
; CHECK-COUNT-2: call <32 x i16> @llvm.x86.avx512.permvar.hi.512(
; CHECK-NOT:   trunc
; CHECK:       ret <32 x i16>
define <32 x i16> @two_vectors(ptr %from) #0 {
  %words = load <32 x i32>, ptr %from
  %low = trunc <32 x i32> %words to <32 x i16>
  %shifted = lshr <32 x i32> %words, splat (i32 16)
  %high = trunc <32 x i32> %shifted to <32 x i16>
  %both = mul <32 x i16> %low, %high
  ret <32 x i16> %both
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" }
