; RUN: wherry-opt -passes=compare-known-bits %s | FileCheck %s
; The smaller part decides a comparison where it may carry into the multiple, where the limit is no multiple, and where
; the predicate tells values within one multiple apart. These comparisons stay as they are.

declare i64 @__wherry_local_id(i32)

; CHECK-LABEL: @wg.declined(
; CHECK:       %carries = icmp ult i64 %wide.sum, %limit
; CHECK:       %no.multiple = icmp ult i64 %sum, %count
; CHECK:       %above = icmp ugt i64 %sum, %limit
; CHECK:       %at.most = icmp sle i64 %sum, %limit
; CHECK:       %equal = icmp eq i64 %sum, %limit
; CHECK:       %by.constant = icmp ult i64 %shifted, %limit
; CHECK:       %unknown.dimension = icmp ult i64 %unknown.sum, %limit
define void @wg.declined(ptr %args, ptr %context) #0 {
  %dimension = load i32, ptr %args
  %lane = call i64 @__wherry_local_id(i32 0)
  %line = call i64 @__wherry_local_id(i32 1)
  %unknown = call i64 @__wherry_local_id(i32 %dimension)
  %number = load i64, ptr %args
  %count = load i64, ptr %context
  %tile = shl i64 %number, 4
  %limit = shl i64 %count, 4
  %wide.sum = add i64 %tile, %line
  %carries = icmp ult i64 %wide.sum, %limit
  %sum = add i64 %tile, %lane
  %no.multiple = icmp ult i64 %sum, %count
  %above = icmp ugt i64 %sum, %limit
  %at.most = icmp sle i64 %sum, %limit
  %equal = icmp eq i64 %sum, %limit
  %shifted = add i64 %tile, 7
  %by.constant = icmp ult i64 %shifted, %limit
  %unknown.sum = add i64 %tile, %unknown
  %unknown.dimension = icmp ult i64 %unknown.sum, %limit
  ret void
}

attributes #0 = { "wherry-kernel"="k" "wherry-local-size"="16,32,1" }
