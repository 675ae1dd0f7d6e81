; RUN: sed '/fadd/{s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;}' %s | wherry-opt -passes=bounded-vector-combine - | FileCheck %s
; Few loads in a block of 10,000 instructions make LLVM look back seldom.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @sparse(
; CHECK:         load <4 x float>, ptr %p
define <4 x float> @sparse(ptr align 16 dereferenceable(16) %p, float %a) {
  fadd float %a, 1.0
  %x = load float, ptr %p, align 16
  %v = insertelement <4 x float> poison, float %x, i64 0
  ret <4 x float> %v
}
