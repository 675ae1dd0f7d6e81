; RUN: wherry-opt -passes=parts-of-elements,verify %s | FileCheck %s
; RUN: wherry-opt -passes=parts-of-elements %s | llc -mtriple=x86_64-linux | FileCheck %s --check-prefix=ASM
; Four halves of each of 32 integers of 64 bits that come from a row or from a gather: a permutation for each two, in
; every 16 of them.

; CHECK-LABEL: @rows(
; CHECK:       %texels = phi
; CHECK-COUNT-4: call <32 x i16> @llvm.x86.avx512.vpermi2var.hi.512(
; CHECK-NOT:   trunc
; CHECK:       ret void
; ASM-LABEL:   rows:
; ASM-COUNT-4: vperm{{[ti]}}2w
; ASM-NOT:     vperm
; ASM-NOT:     vpmovqw
define void @rows(i1 %is_row, ptr %row, <32 x ptr> %from, ptr %to) #0 {
entry:
  br i1 %is_row, label %contiguous, label %by.lane

contiguous:
  %loaded = load <32 x i64>, ptr %row, align 8
  br label %done

by.lane:
  %gathered = call <32 x i64> @llvm.masked.gather.v32i64.v32p0(<32 x ptr> align 8 %from, <32 x i1> splat (i1 true), <32 x i64> poison)
  br label %done

done:
  %texels = phi <32 x i64> [ %loaded, %contiguous ], [ %gathered, %by.lane ]
  %a = trunc <32 x i64> %texels to <32 x i16>
  %a.half = bitcast <32 x i16> %a to <32 x half>
  %a.float = fpext <32 x half> %a.half to <32 x float>
  %b.high = lshr <32 x i64> %texels, splat (i64 16)
  %b = trunc <32 x i64> %b.high to <32 x i16>
  %b.half = bitcast <32 x i16> %b to <32 x half>
  %b.float = fpext <32 x half> %b.half to <32 x float>
  %c.high = lshr <32 x i64> %texels, splat (i64 32)
  %c = trunc <32 x i64> %c.high to <32 x i16>
  %c.half = bitcast <32 x i16> %c to <32 x half>
  %c.float = fpext <32 x half> %c.half to <32 x float>
  %d.high = lshr <32 x i64> %texels, splat (i64 48)
  %d = trunc <32 x i64> %d.high to <32 x i16>
  %d.half = bitcast <32 x i16> %d to <32 x half>
  %d.float = fpext <32 x half> %d.half to <32 x float>
  %ab = fadd <32 x float> %a.float, %b.float
  %cd = fadd <32 x float> %c.float, %d.float
  %sum = fmul <32 x float> %ab, %cd
  store <32 x float> %sum, ptr %to
  ret void
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512vl,+avx512dq,+f16c" }
