; RUN: wherry-opt -passes=compare-known-bits %s | FileCheck %s
; Without a local size that all launches have, the local id has no bound. A function that is no kernel stays too.

declare i64 @__wherry_local_id(i32)

; CHECK-LABEL: @wg.any_size(
; CHECK:       icmp ult i64 %sum, %limit
define void @wg.any_size(ptr %args, ptr %context) "wherry-kernel"="any_size" {
  %lane = call i64 @__wherry_local_id(i32 0)
  %number = load i64, ptr %args
  %count = load i64, ptr %context
  %tile = shl i64 %number, 4
  %limit = shl i64 %count, 4
  %sum = add i64 %tile, %lane
  %inside = icmp ult i64 %sum, %limit
  ret void
}

; CHECK-LABEL: @helper(
; CHECK:       icmp ult i64 %sum, %limit
define i1 @helper(i64 %number, i64 %count) "wherry-local-size"="16,1,1" {
  %lane = call i64 @__wherry_local_id(i32 0)
  %tile = shl i64 %number, 4
  %limit = shl i64 %count, 4
  %sum = add i64 %tile, %lane
  %inside = icmp ult i64 %sum, %limit
  ret i1 %inside
}
