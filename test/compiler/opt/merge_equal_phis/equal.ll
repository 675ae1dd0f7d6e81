; RUN: wherry-opt -passes=merge-equal-phis,verify %s | FileCheck %s
; Both sides of a divergent branch compute the offset of the work-item's row. The value behind them is the work-group's,
; with the flags that both computations have.

; CHECK-LABEL: @wg.rows(
; CHECK:         %[[WIDE:.*]] = shl i64 %row, 32
; CHECK-NEXT:    %[[OFFSET:.*]] = ashr i64 %[[WIDE]], 30
; CHECK-NEXT:    br i1
; CHECK:       after:
; CHECK-NOT:     phi
; CHECK:         getelementptr i8, ptr addrspace(3) %tile, i64 %[[OFFSET]]
define void @wg.rows(ptr addrspace(3) %tile) #0 {
entry:
  %row = call i64 @__wherry_local_id(i32 1)
  %column = call i64 @__wherry_local_id(i32 0)
  %is.first = icmp eq i64 %column, 0
  br i1 %is.first, label %first, label %others

first:
  %wide.1 = shl nuw i64 %row, 32
  %offset.1 = ashr exact i64 %wide.1, 30
  %at = getelementptr i8, ptr addrspace(3) %tile, i64 %offset.1
  store float 0.0, ptr addrspace(3) %at, align 4
  br label %after

others:
  %wide = shl nsw i64 %row, 32
  %offset = ashr i64 %wide, 30
  br label %after

after:
  %both = phi i64 [ %offset, %others ], [ %offset.1, %first ]
  call void @__wherry_barrier(i32 1)
  %place = getelementptr i8, ptr addrspace(3) %tile, i64 %both
  %value = load float, ptr addrspace(3) %place, align 4
  %twice = fadd float %value, %value
  store float %twice, ptr addrspace(3) %place, align 4
  ret void
}

declare i64 @__wherry_local_id(i32)
declare void @__wherry_barrier(i32)

attributes #0 = { "wherry-kernel"="rows" }
