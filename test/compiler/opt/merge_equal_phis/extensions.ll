; RUN: wherry-opt -passes=merge-equal-phis,verify %s | FileCheck %s
; LLVM extends with zeros where a number is not below 0. The number extended so on one side of a branch, and by its sign
; on the other side, is one number.

; CHECK-LABEL: @wg.rows(
; CHECK:         %[[ROW:.*]] = sext i32 %row to i64
; CHECK-NEXT:    br i1
; CHECK:       after:
; CHECK-NOT:     phi
; CHECK:         getelementptr float, ptr addrspace(3) %tile, i64 %[[ROW]]
; Where the branch does not tell the sign, the phi stays:
; CHECK-LABEL: @wg.unknown(
; CHECK:         phi i64
; As InstCombine writes them:
; CHECK-LABEL: @wg.masked(
; CHECK:         icmp slt
; CHECK-NEXT:    %[[LOW:.*]] = trunc i64 %id to i32
; CHECK-NEXT:    %[[WIDE:.*]] = sext i32 %[[LOW]] to i64
; CHECK-NEXT:    br i1
; CHECK:       after:
; CHECK-NOT:     phi
; CHECK:         getelementptr float, ptr addrspace(3) %tile, i64 %[[WIDE]]
define void @wg.rows(ptr addrspace(3) %tile, i32 %row) #0 {
entry:
  %loads = icmp slt i32 %row, 20
  br i1 %loads, label %first, label %others

first:
  %sign = sext i32 %row to i64
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %sign
  store float 0.0, ptr addrspace(3) %at, align 4
  br label %after

others:
  %zeros = zext i32 %row to i64
  br label %after

after:
  %both = phi i64 [ %zeros, %others ], [ %sign, %first ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %both
  store float 1.0, ptr addrspace(3) %place, align 4
  ret void
}

define void @wg.unknown(ptr addrspace(3) %tile, i32 %row) #0 {
entry:
  %loads = icmp sgt i32 %row, 20
  br i1 %loads, label %first, label %others

first:
  %sign = sext i32 %row to i64
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %sign
  store float 0.0, ptr addrspace(3) %at, align 4
  br label %after

others:
  %zeros = zext i32 %row to i64
  br label %after

after:
  %both = phi i64 [ %zeros, %others ], [ %sign, %first ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %both
  store float 1.0, ptr addrspace(3) %place, align 4
  ret void
}

define void @wg.masked(ptr addrspace(3) %tile, i64 %id) #0 {
entry:
  %row = trunc i64 %id to i32
  %loads = icmp slt i32 %row, 20
  br i1 %loads, label %first, label %others

first:
  %up = shl i64 %id, 32
  %sign = ashr exact i64 %up, 32
  %at = getelementptr float, ptr addrspace(3) %tile, i64 %sign
  store float 0.0, ptr addrspace(3) %at, align 4
  br label %after

others:
  %zeros = and i64 %id, 2147483647
  br label %after

after:
  %both = phi i64 [ %zeros, %others ], [ %sign, %first ]
  %place = getelementptr float, ptr addrspace(3) %tile, i64 %both
  store float 1.0, ptr addrspace(3) %place, align 4
  ret void
}

attributes #0 = { "wherry-kernel"="rows" }
