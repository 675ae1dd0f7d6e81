; RUN: wherry-opt -passes=split-vectors %s | FileCheck %s
; LLVM's scalarizer leaves vectors whose bits are seen as one number, or in parts of another size (OpenCL C 6.2.4.2,
; as_type). The pass takes them apart element by element: the first element has the lowest bits.

; CHECK-LABEL: @as_number(
; CHECK:       %[[FIRST:.*]] = extractelement <2 x i16> %vector, i64 0
; CHECK:       %[[LOW:.*]] = zext i16 %[[FIRST]] to i32
; CHECK:       %[[SECOND:.*]] = extractelement <2 x i16> %vector, i64 1
; CHECK:       %[[WIDE:.*]] = zext i16 %[[SECOND]] to i32
; CHECK:       %[[HIGH:.*]] = shl i32 %[[WIDE]], 16
; CHECK:       %[[BOTH:.*]] = or i32 %{{.*}}, %[[HIGH]]
; CHECK:       ret i32 %[[BOTH]]
define i32 @as_number(<2 x i16> %vector) {
  %number = bitcast <2 x i16> %vector to i32
  ret i32 %number
}

; CHECK-LABEL: @as_vector(
; CHECK:       trunc i32 %{{.*}} to i16
; CHECK:       %[[SHIFTED:.*]] = lshr i32 %number, 16
; CHECK:       %[[HIGH:.*]] = trunc i32 %[[SHIFTED]] to i16
; CHECK:       %[[VECTOR:.*]] = insertelement <2 x i16> %{{.*}}, i16 %[[HIGH]], i64 1
; CHECK:       ret <2 x i16> %[[VECTOR]]
define <2 x i16> @as_vector(i32 %number) {
  %vector = bitcast i32 %number to <2 x i16>
  ret <2 x i16> %vector
}

; CHECK-LABEL: @other_parts(
; CHECK-NOT:   bitcast <
; CHECK:       insertelement <4 x float> %{{.*}}, float %{{.*}}, i64 2
; CHECK:       %[[SECOND:.*]] = extractelement <2 x double> %doubles, i64 1
; CHECK:       %[[BITS:.*]] = bitcast double %[[SECOND]] to i64
; CHECK:       %[[SHIFTED:.*]] = lshr i64 %[[BITS]], 32
; CHECK:       %[[UPPER:.*]] = trunc i64 %[[SHIFTED]] to i32
; CHECK:       %[[FLOAT:.*]] = bitcast i32 %[[UPPER]] to float
; CHECK:       insertelement <4 x float> %{{.*}}, float %[[FLOAT]], i64 3
define <4 x float> @other_parts(<2 x double> %doubles) {
  %floats = bitcast <2 x double> %doubles to <4 x float>
  ret <4 x float> %floats
}

; As many elements of another type the scalarizer splits itself; parts that are none of a number's stay.
; CHECK-LABEL: @same_count(
; CHECK-NEXT:  %ints = bitcast <4 x float> %floats to <4 x i32>
; CHECK-NEXT:  %thirds = bitcast <4 x i24> %odd to <3 x i32>
define i32 @same_count(<4 x float> %floats, <4 x i24> %odd) {
  %ints = bitcast <4 x float> %floats to <4 x i32>
  %thirds = bitcast <4 x i24> %odd to <3 x i32>
  %int = extractelement <4 x i32> %ints, i64 0
  %third = extractelement <3 x i32> %thirds, i64 0
  %sum = add i32 %int, %third
  ret i32 %sum
}
