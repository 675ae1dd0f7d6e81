; RUN: wherry-opt -passes=expand-ldexp %s | FileCheck %s
; The factors hold exponents of float only: ldexp of double and of half stays, as do other functions.

; CHECK-LABEL: @kept(
; CHECK-NEXT:  %double = call double @llvm.ldexp.f64.i32(double %x, i32 %n)
; CHECK-NEXT:  %half = call half @llvm.ldexp.f16.i32(half %h, i32 %n)
; CHECK-NEXT:  %own = call float @ldexp(float %f, i32 %n)
; CHECK-NEXT:  ret double %double
define double @kept(double %x, half %h, float %f, i32 %n) {
  %double = call double @llvm.ldexp.f64.i32(double %x, i32 %n)
  %half = call half @llvm.ldexp.f16.i32(half %h, i32 %n)
  %own = call float @ldexp(float %f, i32 %n)
  ret double %double
}

declare float @ldexp(float, i32)
