; RUN: wherry-opt -passes=mark-arith %s 2>/dev/null | FileCheck %s
; What cannot go wrong is not looked at: constants, saturating conversions, a NaN where no check of NaNs is asked for.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-NOT:     __wherry_wrong
define i32 @f(i32 %x, float %y) {
  %third = udiv i32 %x, 3
  %twice = shl i32 %third, 1
  %integer = call i32 @_Z15convert_int_satf(float %y)
  %number = fdiv float %y, %y
  %bits = bitcast float %number to i32
  %sum = add i32 %twice, %integer
  %all = add i32 %sum, %bits
  ret i32 %all
}
declare i32 @_Z15convert_int_satf(float)

!llvm.module.flags = !{!90}
!90 = !{i32 7, !"wherry.check_arith", i32 1}
