; RUN: wherry-opt -passes=parts-of-elements,verify %s | FileCheck %s
; RUN: sed 's/+avx512bw,+avx512vl/+avx2/' %s | wherry-opt -passes=parts-of-elements,verify | FileCheck %s
; Low parts alone, shifts that are no part's or are not known, one register, single quarters of vectors that are not
; gathered and other processors keep their truncations.

; CHECK-NOT: shufflevector <{{64|32}} x i{{16|32}}>
; CHECK-LABEL: @index(
; CHECK:       trunc <16 x i64>
define <16 x i32> @index(<16 x ptr> %from) #0 {
  %a = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %from, <16 x i1> splat (i1 true), <16 x i64> poison)
  %low = trunc <16 x i64> %a to <16 x i32>
  ret <16 x i32> %low
}

; CHECK-LABEL: @odd_shift(
; CHECK:       trunc <16 x i64>
define <16 x i16> @odd_shift(<16 x ptr> %from) #0 {
  %a = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %from, <16 x i1> splat (i1 true), <16 x i64> poison)
  %shifted = lshr <16 x i64> %a, splat (i64 8)
  %part = trunc <16 x i64> %shifted to <16 x i16>
  ret <16 x i16> %part
}

; CHECK-LABEL: @unknown_shift(
; CHECK:       trunc <16 x i64>
; CHECK:       trunc <16 x i64>
define <16 x i16> @unknown_shift(<16 x ptr> %from, <16 x i64> %by) #0 {
  %a = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %from, <16 x i1> splat (i1 true), <16 x i64> poison)
  %shifted = lshr <16 x i64> %a, %by
  %part = trunc <16 x i64> %shifted to <16 x i16>
  %up = lshr <16 x i64> %by, splat (i64 3)
  %other = trunc <16 x i64> %up to <16 x i16>
  %both = xor <16 x i16> %part, %other
  ret <16 x i16> %both
}

; CHECK-LABEL: @one_register(
; CHECK:       trunc <8 x i64>
define <8 x i16> @one_register(<8 x ptr> %from) #0 {
  %a = call <8 x i64> @llvm.masked.gather.v8i64.v8p0(<8 x ptr> align 8 %from, <8 x i1> splat (i1 true), <8 x i64> poison)
  %shifted = lshr <8 x i64> %a, splat (i64 16)
  %part = trunc <8 x i64> %shifted to <8 x i16>
  ret <8 x i16> %part
}

; CHECK-LABEL: @contiguous(
; CHECK:       trunc <16 x i64>
define <16 x i16> @contiguous(ptr %from) #0 {
  %a = load <16 x i64>, ptr %from
  %shifted = lshr <16 x i64> %a, splat (i64 16)
  %part = trunc <16 x i64> %shifted to <16 x i16>
  ret <16 x i16> %part
}

; CHECK-LABEL: @loaded(
; CHECK:       trunc <16 x i32>
define <16 x i16> @loaded(ptr %from) #0 {
  %a = load <16 x i32>, ptr %from
  %shifted = lshr <16 x i32> %a, splat (i32 16)
  %part = trunc <16 x i32> %shifted to <16 x i16>
  ret <16 x i16> %part
}

; CHECK-LABEL: @one_operand(
; CHECK:       trunc <16 x i32>
define <16 x i16> @one_operand(<16 x i32> %a) #0 {
  %reversed = shufflevector <16 x i32> %a, <16 x i32> poison, <16 x i32> <i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %shifted = lshr <16 x i32> %reversed, splat (i32 16)
  %part = trunc <16 x i32> %shifted to <16 x i16>
  ret <16 x i16> %part
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" }
