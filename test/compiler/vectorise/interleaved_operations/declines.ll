; RUN: wherry-opt -passes='function(interleaved-operations,adce),verify' %s | FileCheck %s
; Members that go different ways, or results that have other uses, stay apart; a divisor that does not matter must not
; be 0 by chance.

; CHECK-LABEL: @different(
; CHECK:       fmul <4 x float> %x, %y
; CHECK-NEXT:  fadd <4 x float> %x, %y
define void @different(ptr %in, ptr %out) {
  %a = load <4 x float>, ptr %in
  %second = getelementptr i8, ptr %in, i64 16
  %b = load <4 x float>, ptr %second
  %x = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %p = fmul <4 x float> %x, %y
  %q = fadd <4 x float> %x, %y
  %c = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %d = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x float> %c, ptr %out
  %third = getelementptr i8, ptr %out, i64 16
  store <4 x float> %d, ptr %third
  ret void
}

; CHECK-LABEL: @used(
; CHECK:       %c = shufflevector <4 x float> %p, <4 x float> %q
; CHECK-NEXT:  %d = shufflevector <4 x float> %p, <4 x float> %q
define void @used(ptr %in, ptr %out) {
  %a = load <4 x float>, ptr %in
  %second = getelementptr i8, ptr %in, i64 16
  %b = load <4 x float>, ptr %second
  %x = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %p = fmul <4 x float> %x, splat (float 2.0)
  %q = fmul <4 x float> %y, splat (float 2.0)
  %c = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %d = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x float> %c, ptr %out
  %third = getelementptr i8, ptr %out, i64 16
  store <4 x float> %d, ptr %third
  %sum = fadd <4 x float> %p, %q
  %fourth = getelementptr i8, ptr %out, i64 32
  store <4 x float> %sum, ptr %fourth
  ret void
}

; CHECK-LABEL: @divided(
; CHECK:       udiv <4 x i32> %x, %m
define void @divided(ptr %in, ptr %by, ptr %out) {
  %m = load <4 x i32>, ptr %by
  %a = load <4 x i32>, ptr %in
  %second = getelementptr i8, ptr %in, i64 16
  %b = load <4 x i32>, ptr %second
  %x = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %p = udiv <4 x i32> %x, %m
  %c = shufflevector <4 x i32> %p, <4 x i32> %y, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %d = shufflevector <4 x i32> %p, <4 x i32> %y, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x i32> %c, ptr %out
  %third = getelementptr i8, ptr %out, i64 16
  store <4 x i32> %d, ptr %third
  ret void
}

; Nor is a root taken of it: the first member's root alone would be one of each register.
; CHECK-LABEL: @rooted(
; CHECK:       call <4 x float> @llvm.sqrt.v4f32(<4 x float> %x)
; CHECK-NOT:   sqrt
; CHECK:       ret
define void @rooted(ptr %in, ptr %out) {
  %a = load <4 x float>, ptr %in
  %second = getelementptr i8, ptr %in, i64 16
  %b = load <4 x float>, ptr %second
  %x = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x float> %a, <4 x float> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %p = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %x)
  %q = fadd <4 x float> %y, %y
  %c = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %d = shufflevector <4 x float> %p, <4 x float> %q, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x float> %c, ptr %out
  %third = getelementptr i8, ptr %out, i64 16
  store <4 x float> %d, ptr %third
  ret void
}

; A second freeze might give another value than the one that has another use.
; CHECK-LABEL: @frozen(
; CHECK-COUNT-2: freeze
; CHECK-NOT:   freeze
; CHECK:       ret
define void @frozen(ptr %in, ptr %out) {
  %a = load <4 x i32>, ptr %in
  %second = getelementptr i8, ptr %in, i64 16
  %b = load <4 x i32>, ptr %second
  %x = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 2, i32 4, i32 6>
  %y = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 1, i32 3, i32 5, i32 7>
  %p = freeze <4 x i32> %x
  %q = freeze <4 x i32> %y
  %c = shufflevector <4 x i32> %p, <4 x i32> %q, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  %d = shufflevector <4 x i32> %p, <4 x i32> %q, <4 x i32> <i32 2, i32 6, i32 3, i32 7>
  store <4 x i32> %c, ptr %out
  %third = getelementptr i8, ptr %out, i64 16
  store <4 x i32> %d, ptr %third
  %one = extractelement <4 x i32> %p, i64 0
  %fourth = getelementptr i8, ptr %out, i64 32
  store i32 %one, ptr %fourth
  ret void
}

; Control never comes to a shuffle of itself.
; CHECK-LABEL: @unreachable(
define void @unreachable(ptr %out) {
  ret void

dead:
  %s = shufflevector <4 x float> %s, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  store <4 x float> %s, ptr %out
  %second = getelementptr i8, ptr %out, i64 16
  store <4 x float> %s, ptr %second
  br label %dead
}

declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
