; RUN: sed '/float %x,/{s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;}' %s | wherry-opt -passes=bounded-vector-combine - | FileCheck %s
; LLVM would look back to the block's start from each of 10,000 vectors.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @long(
; CHECK:         %y = load float, ptr %p, align 16
; CHECK-NEXT:    %v = insertelement <4 x float> poison, float %y, i64 0
define <4 x float> @long(ptr align 16 dereferenceable(16) %p, ptr %q) {
  %x = load float, ptr %q
  insertelement <4 x float> poison, float %x, i64 0
  %y = load float, ptr %p, align 16
  %v = insertelement <4 x float> poison, float %y, i64 0
  ret <4 x float> %v
}
