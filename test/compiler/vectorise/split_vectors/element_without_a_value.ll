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

; Of a vector that comes by several ways, an element that has no value on one of them takes some value.
; CHECK-LABEL: @three_of_two_ways(
; CHECK-COUNT-3: extractelement <4 x i8> %either
; CHECK:         %[[FOURTH:.*]] = extractelement <4 x i8> %either, i64 3
; CHECK-NEXT:    freeze i8 %[[FOURTH]]
; CHECK:         ret void
define void @three_of_two_ways(ptr addrspace(1) %to, <3 x i8> %one, <3 x i8> %other, i1 %which) {
  br i1 %which, label %yes, label %no

yes:
  %first = shufflevector <3 x i8> %one, <3 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  br label %join

no:
  %second = shufflevector <3 x i8> %other, <3 x i8> poison, <4 x i32> <i32 2, i32 1, i32 0, i32 poison>
  br label %join

join:
  %either = phi <4 x i8> [ %first, %yes ], [ %second, %no ]
  store <4 x i8> %either, ptr addrspace(1) %to, align 4
  ret void
}
