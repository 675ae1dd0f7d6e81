; RUN: wherry-opt -passes=split-vectors %s | FileCheck %s
; Of a vector whose bits are seen as one number, an element without a value (the fourth of short3) is 0: as poison, it
; would take its neighbour with it.

; CHECK-LABEL: @high_of_three(
; CHECK:         %[[FIRST:.*]] = extractelement <2 x i16> %high, i64 0
; CHECK:         %[[WIDE:.*]] = zext i16 %[[FIRST]] to i32
; CHECK-NOT:     extractelement
; CHECK-NOT:     poison
; CHECK:         ret i32
define i32 @high_of_three(<3 x i16> %three) {
  %high = shufflevector <3 x i16> %three, <3 x i16> poison, <2 x i32> <i32 2, i32 poison>
  %number = bitcast <2 x i16> %high to i32
  ret i32 %number
}
