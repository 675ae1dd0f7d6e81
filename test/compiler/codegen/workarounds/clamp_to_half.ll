; RUN: wherry-opt -passes=clamp-to-half %s | FileCheck %s
; InstCombine takes an integer of few significant bits for exact as a half, however large it is. 65520 is the least
; integer that rounds to the infinite half: integers beyond it are clamped, and the result stays infinite.

; CHECK-LABEL: @signed(
; CHECK-NEXT:  %[[MOST:.*]] = call i32 @llvm.smin.i32(i32 %x, i32 65520)
; CHECK-NEXT:  %[[CLAMPED:.*]] = call i32 @llvm.smax.i32(i32 %[[MOST]], i32 -65520)
; CHECK-NEXT:  %result = sitofp i32 %[[CLAMPED]] to half
define half @signed(i32 %x) {
  %result = sitofp i32 %x to half
  ret half %result
}

; An unsigned number has no lower bound.
; CHECK-LABEL: @unsigned(
; CHECK-NEXT:  %[[CLAMPED:.*]] = call i64 @llvm.umin.i64(i64 %x, i64 65520)
; CHECK-NEXT:  %result = uitofp i64 %[[CLAMPED]] to half
define half @unsigned(i64 %x) {
  %result = uitofp i64 %x to half
  ret half %result
}

; CHECK-LABEL: @components(
; CHECK-NEXT:  %[[MOST:.*]] = call <3 x i64> @llvm.smin.v3i64(<3 x i64> %x, <3 x i64> splat (i64 65520))
; CHECK-NEXT:  %[[CLAMPED:.*]] = call <3 x i64> @llvm.smax.v3i64(<3 x i64> %[[MOST]], <3 x i64> splat (i64 -65520))
; CHECK-NEXT:  sitofp <3 x i64> %[[CLAMPED]] to <3 x half>
define <3 x half> @components(<3 x i64> %x) {
  %result = sitofp <3 x i64> %x to <3 x half>
  ret <3 x half> %result
}
