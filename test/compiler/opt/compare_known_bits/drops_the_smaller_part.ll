; RUN: wherry-opt -passes=compare-known-bits %s | FileCheck %s
; A local id below 16 fills only bits that are zero in the two multiples of 16. It cannot decide the comparison, so the
; pass compares the multiples alone: a condition that is the same for all work-items of the group.

declare i64 @__wherry_local_id(i32)

; CHECK-LABEL: @wg.sums(
; CHECK:       %tile = shl i64 %number, 4
; CHECK:       %limit = shl i64 %count, 4
; CHECK:       %unsigned = icmp ult i64 %tile, %limit
; CHECK:       %signed = icmp slt i64 %tile, %limit
; CHECK:       %not.unsigned = icmp uge i64 %tile, %limit
; CHECK:       %not.signed = icmp sge i64 %tile, %limit
define void @wg.sums(ptr %args, ptr %context) #0 {
  %lane = call i64 @__wherry_local_id(i32 0)
  %number = load i64, ptr %args
  %count = load i64, ptr %context
  %tile = shl i64 %number, 4
  %limit = shl i64 %count, 4
  %sum = add i64 %lane, %tile
  %either = or disjoint i64 %tile, %lane
  %unsigned = icmp ult i64 %sum, %limit
  %signed = icmp slt i64 %sum, %limit
  %not.unsigned = icmp uge i64 %either, %limit
  %not.signed = icmp sge i64 %either, %limit
  ret void
}

; The sum may stand on the right, and be cut to 32 bits.
; CHECK-LABEL: @wg.swapped_and_cut(
; CHECK:       %swapped = icmp ugt i64 %limit, %tile
; CHECK:       %[[TILE:.*]] = trunc i64 %tile to i32
; CHECK:       %cut.compare = icmp slt i32 %[[TILE]], %cut.limit
define void @wg.swapped_and_cut(ptr %args, ptr %context) #0 {
  %lane = call i64 @__wherry_local_id(i32 0)
  %number = load i64, ptr %args
  %count = load i64, ptr %context
  %tile = shl i64 %number, 4
  %limit = shl i64 %count, 4
  %sum = add i64 %tile, %lane
  %swapped = icmp ugt i64 %limit, %sum
  %cut = trunc i64 %sum to i32
  %cut.limit = trunc i64 %limit to i32
  %cut.compare = icmp slt i32 %cut, %cut.limit
  ret void
}

attributes #0 = { "wherry-kernel"="k" "wherry-local-size"="16,1,1" }
