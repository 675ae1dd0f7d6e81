; RUN: wherry-opt -passes=vector-divisions,verify %s | FileCheck %s
; RUN: sed 's/+avx512bw,+avx512vl/+avx2/' %s | wherry-opt -passes=vector-divisions,verify | FileCheck %s --check-prefix=AVX2
; Integers of 64 bits as doubles, in two steps; in one below 2^49. Without AVX-512 they stay.

; AVX2-NOT:    fdiv

; A quotient and a remainder are divided once.
; CHECK-LABEL: @unsigned(
; CHECK:       %[[B:.*]] = uitofp <8 x i64> %b to <8 x double>
; CHECK:       %[[I:.*]] = fdiv <8 x double> splat (double 0x3FEFFFFFFFFFFFF8), %[[B]]
; CHECK:       %[[P:.*]] = fmul <8 x double> %{{.*}}, %[[I]]
; CHECK:       fptoui <8 x double> %[[P]] to <8 x i64>
; CHECK:       %[[S:.*]] = fmul <8 x double> %{{.*}}, %[[I]]
; CHECK:       fptoui <8 x double> %[[S]] to <8 x i64>
; CHECK-NOT:   fptoui
; CHECK:       icmp uge <8 x i64>
; CHECK:       call <8 x i64> @llvm.umin
; CHECK-NOT:   udiv
; CHECK-NOT:   urem
; CHECK:       ret
define <8 x i64> @unsigned(<8 x i64> %a, <8 x i64> %b) #0 {
  %q = udiv <8 x i64> %a, %b
  %r = urem <8 x i64> %a, %b
  %s = add <8 x i64> %q, %r
  ret <8 x i64> %s
}

; CHECK-LABEL: @small(
; CHECK:       fptoui
; CHECK-NOT:   fptoui
; CHECK:       ret
define <8 x i64> @small(<8 x i64> %a, <8 x i64> %b) #0 {
  %small = lshr <8 x i64> %a, splat (i64 15)
  %q = udiv <8 x i64> %small, %b
  ret <8 x i64> %q
}

; CHECK-LABEL: @larger(
; CHECK-COUNT-2: fptoui
; CHECK:       ret
define <8 x i64> @larger(<8 x i64> %a, <8 x i64> %b) #0 {
  %larger = lshr <8 x i64> %a, splat (i64 14)
  %q = udiv <8 x i64> %larger, %b
  ret <8 x i64> %q
}

; The quotient's sign is both operands', the remainder's is the dividend's.
; CHECK-LABEL: @signed(
; CHECK-COUNT-2: call <8 x i64> @llvm.abs.v8i64(<8 x i64> %{{.*}}, i1 false)
; CHECK:       %[[X:.*]] = xor <8 x i64> %a, %b
; CHECK:       ashr <8 x i64> %[[X]], splat (i64 63)
; CHECK:       ashr <8 x i64> %a, splat (i64 63)
; CHECK-NOT:   sdiv
; CHECK:       ret
define <8 x i64> @signed(<8 x i64> %a, <8 x i64> %b) #0 {
  %q = sdiv <8 x i64> %a, %b
  ret <8 x i64> %q
}

; By a constant, whose inverse is one, but not by powers of two.
; CHECK-LABEL: @constant(
; CHECK-NOT:   fdiv
; CHECK:       fptoui
; CHECK:       ret
define <8 x i64> @constant(<8 x i64> %a) #0 {
  %q = udiv <8 x i64> %a, splat (i64 1000)
  ret <8 x i64> %q
}

; CHECK-LABEL: @power(
; CHECK-NEXT:  sdiv
; CHECK-NEXT:  sdiv
; CHECK-NEXT:  add
define <8 x i64> @power(<8 x i64> %a) #0 {
  %q = sdiv <8 x i64> %a, splat (i64 16)
  %n = sdiv <8 x i64> %a, splat (i64 -16)
  %s = add <8 x i64> %q, %n
  ret <8 x i64> %s
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" }
