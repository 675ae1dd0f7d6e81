; RUN: wherry-opt -passes=mark-arith %s 2>/dev/null | FileCheck %s
; Divisions, shifts and conversions of the program say where they have no result.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define i32 @divide(
; CHECK:         %[[ZERO:.*]] = icmp eq i32 %y, 0
; CHECK:         call void @__wherry_wrong(i1 %[[ZERO]], i32 3, i64 %{{.*}}, i64 %{{.*}}, i64 0)
; CHECK:         icmp eq i32 %x, -2147483648
; CHECK:         icmp eq i32 %y, -1
; CHECK:         call void @__wherry_wrong(i1 %{{.*}}, i32 4,
; CHECK:         sdiv i32 %x, %y
define i32 @divide(i32 %x, i32 %y) {
  %quotient = sdiv i32 %x, %y
  ret i32 %quotient
}

; CHECK-LABEL: define i32 @shift(
; CHECK:         icmp uge i32 %y, 32
; CHECK:         call void @__wherry_wrong(i1 %{{.*}}, i32 5, i64 %{{.*}}, i64 %{{.*}}, i64 32)
define i32 @shift(i32 %x, i32 %y) {
  %shifted = shl i32 %x, %y
  ret i32 %shifted
}

; A float has no number between -2147483649 and -2147483648.
; CHECK-LABEL: define i32 @convert(
; CHECK:         fcmp olt float %x, 0x41E0000000000000
; CHECK:         fcmp oge float %x, 0xC1E0000000000000
; CHECK:         call void @__wherry_wrong(i1 %{{.*}}, i32 6,
; CHECK:         fptosi float %x to i32
define i32 @convert(float %x) {
  %integer = fptosi float %x to i32
  ret i32 %integer
}

; CHECK-LABEL: define i8 @call_of_a_builtin(
; CHECK:         fcmp olt float %x, 2.560000e+02
; CHECK:         fcmp ogt float %x, -1.000000e+00
; CHECK:         call void @__wherry_wrong(
define i8 @call_of_a_builtin(float %x) {
  %integer = call i8 @_Z13convert_ucharf(float %x)
  ret i8 %integer
}
declare i8 @_Z13convert_ucharf(float)

!llvm.module.flags = !{!90}
!90 = !{i32 7, !"wherry.check_arith", i32 1}

; What is rounded up has to fit.
; CHECK-LABEL: define i8 @convert_up(
; CHECK:         %[[UP:.*]] = call float @llvm.ceil.f32(float %x)
; CHECK:         fcmp olt float %[[UP]], 2.560000e+02
; CHECK:         fcmp ogt float %[[UP]], -1.000000e+00
; CHECK:         fpext float %x
; CHECK:         call void @__wherry_wrong(i1 %{{.*}}, i32 6,
define i8 @convert_up(float %x) {
  %converted = call i8 @_Z17convert_uchar_rtpf(float %x)
  ret i8 %converted
}

declare i8 @_Z17convert_uchar_rtpf(float)
