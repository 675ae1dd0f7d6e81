; RUN: wherry-opt -passes=mark-arith %s 2>/dev/null | FileCheck %s
; With nan alone: an operation, or a function that is not defined for all numbers, makes a NaN of numbers.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define float @f(
; CHECK:         %number = fdiv float %x, %y
; CHECK:         %[[MADE:.*]] = fcmp uno float %number, %number
; CHECK:         fcmp ord float %x, %x
; CHECK:         fcmp ord float %y, %y
; CHECK:         call void @__wherry_wrong(i1 %{{.*}}, i32 8,
; CHECK:         %root = call float @_Z4sqrtf(float %number)
; CHECK:         call void @__wherry_wrong(i1 %{{.*}}, i32 8,
; CHECK:         %least = call float @_Z4fminff
; CHECK-NOT:     __wherry_wrong
; CHECK:         ret
define float @f(float %x, float %y) {
  %number = fdiv float %x, %y
  %root = call float @_Z4sqrtf(float %number)
  %least = call float @_Z4fminff(float %root, float %x)
  ret float %least
}
declare float @_Z4sqrtf(float)
declare float @_Z4fminff(float, float)

!llvm.module.flags = !{!90}
!90 = !{i32 7, !"wherry.check_nan", i32 1}
