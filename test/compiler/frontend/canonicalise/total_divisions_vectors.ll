; RUN: wherry-opt -passes=total-divisions %s | FileCheck %s
; A vector's components divide as scalars do (OpenCL C 6.3.a): each bad divisor becomes 1, the others stay.

; CHECK-LABEL: @components(
; CHECK-DAG:   %[[ZERO:.*]] = icmp eq <4 x i16> %by, zeroinitializer
; CHECK-DAG:   %[[LEAST:.*]] = icmp eq <4 x i16> %x, splat (i16 -32768)
; CHECK-DAG:   %[[MINUS:.*]] = icmp eq <4 x i16> %by, splat (i16 -1)
; CHECK:       %[[WRAPS:.*]] = and <4 x i1> %[[LEAST]], %[[MINUS]]
; CHECK:       %[[BAD:.*]] = or <4 x i1> %[[ZERO]], %[[WRAPS]]
; CHECK:       %[[BY:.*]] = select <4 x i1> %[[BAD]], <4 x i16> splat (i16 1), <4 x i16> %by
; CHECK-NEXT:  sdiv <4 x i16> %x, %[[BY]]
define <4 x i16> @components(<4 x i16> %x, <4 x i16> %by) {
  %quotient = sdiv <4 x i16> %x, %by
  ret <4 x i16> %quotient
}

; CHECK-LABEL: @safe_constants(
; CHECK-NEXT:  %quotient = udiv <2 x i32> %x, <i32 3, i32 5>
; CHECK-NEXT:  ret
define <2 x i32> @safe_constants(<2 x i32> %x) {
  %quotient = udiv <2 x i32> %x, <i32 3, i32 5>
  ret <2 x i32> %quotient
}

; One zero among the constants: only that one is replaced.
; CHECK-LABEL: @one_zero(
; CHECK-NEXT:  %quotient = udiv <2 x i32> %x, <i32 3, i32 1>
; CHECK-NEXT:  ret
define <2 x i32> @one_zero(<2 x i32> %x) {
  %quotient = udiv <2 x i32> %x, <i32 3, i32 0>
  ret <2 x i32> %quotient
}
