; RUN: wherry-opt -passes=expand-ldexp %s | FileCheck %s
; RUN: wherry-opt -passes=expand-ldexp,instcombine,early-cse %s | FileCheck %s --check-prefix=VALUE
; Without an instruction for ldexp, LLVM calls a C library for each component. The builtin library's exponents lie in
; [-252, 252]: two products with powers of two, of half the exponent each, whose factors are normal numbers; only the
; second product rounds.

; CHECK-NOT:   @llvm.ldexp
; CHECK-LABEL: @scaled(
; CHECK:       %[[HALF:.*]] = ashr <4 x i32> %n, splat (i32 1)
; CHECK:       %[[OTHER:.*]] = sub <4 x i32> %n, %[[HALF]]
; CHECK:       %[[BIASED:.*]] = add <4 x i32> %[[HALF]], splat (i32 127)
; CHECK:       shl <4 x i32> %[[BIASED]], splat (i32 23)
; CHECK:       %[[FIRST:.*]] = fmul <4 x float> %y,
; CHECK:       add <4 x i32> %[[OTHER]], splat (i32 127)
; CHECK:       %[[SECOND:.*]] = fmul <4 x float> %[[FIRST]],
; CHECK:       ret <4 x float> %[[SECOND]]
; CHECK-NOT:   @llvm.ldexp
define <4 x float> @scaled(<4 x float> %y, <4 x i32> %n) {
  %result = call <4 x float> @llvm.ldexp.v4f32.v4i32(<4 x float> %y, <4 x i32> %n)
  ret <4 x float> %result
}

; VALUE-LABEL: @odd_exponent(
; VALUE-NEXT:  ret float 2.400000e+01
define float @odd_exponent() {
  %result = call float @llvm.ldexp.f32.i32(float 3.0, i32 3)
  ret float %result
}

; The least subnormal number.
; VALUE-LABEL: @subnormal(
; VALUE-NEXT:  ret float 0x36A0000000000000
define float @subnormal() {
  %result = call float @llvm.ldexp.f32.i32(float 1.0, i32 -149)
  ret float %result
}

; From the least subnormal number to 2^103, by an exponent beyond that of any float.
; VALUE-LABEL: @far(
; VALUE-NEXT:  ret float 0x4660000000000000
define float @far() {
  %result = call float @llvm.ldexp.f32.i32(float 0x36A0000000000000, i32 252)
  ret float %result
}
