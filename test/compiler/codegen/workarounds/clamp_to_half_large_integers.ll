; RUN: wherry-opt -passes=clamp-to-half %s | FileCheck %s
; An integer too large for a half becomes infinite. InstCombine takes (float)(half)x for exact if x has few significant
; bits, however large it is: the integer is clamped to 65520, the least that is infinite as a half, first.

; CHECK-LABEL: @unsigned(
; CHECK:       %[[LOW:.*]] = call i32 @llvm.umin.i32(i32 %x, i32 65520)
; CHECK:       uitofp i32 %[[LOW]] to half
define float @unsigned(i32 %x) {
  %half = uitofp i32 %x to half
  %float = fpext half %half to float
  ret float %float
}

; CHECK-LABEL: @signed(
; CHECK:       %[[LOW:.*]] = call i64 @llvm.smin.i64(i64 %x, i64 65520)
; CHECK:       %[[BOTH:.*]] = call i64 @llvm.smax.i64(i64 %[[LOW]], i64 -65520)
; CHECK:       sitofp i64 %[[BOTH]] to half
define half @signed(i64 %x) {
  %half = sitofp i64 %x to half
  ret half %half
}
