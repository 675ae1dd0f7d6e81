; RUN: wherry-opt -passes=parts-of-elements,verify %s | FileCheck %s
; Halves of gathered elements that are taken apart themselves: the first come by permutations, quarters are left to LLVM.

; CHECK-LABEL: define <16 x i16> @f(
; CHECK:         %lo = shufflevector <32 x i32>
; CHECK:         trunc <16 x i32> %lo
; CHECK-NOT:     permvar.hi
; CHECK:         ret <16 x i16>
declare <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr>, <16 x i1>, <16 x i64>)
define <16 x i16> @f(<16 x ptr> %p) #0 {
  %w = call <16 x i64> @llvm.masked.gather.v16i64.v16p0(<16 x ptr> align 8 %p, <16 x i1> splat (i1 true), <16 x i64> poison)
  %lo = trunc <16 x i64> %w to <16 x i32>
  %sh = lshr <16 x i64> %w, splat (i64 32)
  %hi = trunc <16 x i64> %sh to <16 x i32>
  %a = trunc <16 x i32> %lo to <16 x i16>
  %bs = lshr <16 x i32> %lo, splat (i32 16)
  %b = trunc <16 x i32> %bs to <16 x i16>
  %c = trunc <16 x i32> %hi to <16 x i16>
  %ds = lshr <16 x i32> %hi, splat (i32 16)
  %d = trunc <16 x i32> %ds to <16 x i16>
  %ab = mul <16 x i16> %a, %b
  %cd = mul <16 x i16> %c, %d
  %r = add <16 x i16> %ab, %cd
  ret <16 x i16> %r
}
attributes #0 = { "target-features"="+avx512bw,+avx512vl" }
