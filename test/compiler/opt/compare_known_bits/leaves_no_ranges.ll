; RUN: wherry-opt -passes=compare-known-bits %s | FileCheck %s
; The pass gives local ids ranges for its own analysis only: LLVM would turn sums of them into masks. Other uses of the
; sum keep the sum, with its flags.

declare i64 @__wherry_local_id(i32)

; CHECK-LABEL: @wg.ranges(
; CHECK:       %lane = call i64 @__wherry_local_id(i32 0)
; CHECK:       %sum = add nuw nsw i64 %tile, %lane
; CHECK:       icmp ult i64 %tile, %limit
; CHECK:       store i64 %sum, ptr %args
define void @wg.ranges(ptr %args, ptr %context) #0 {
  %lane = call i64 @__wherry_local_id(i32 0)
  %number = load i64, ptr %args
  %count = load i64, ptr %context
  %tile = shl i64 %number, 4
  %limit = shl i64 %count, 4
  %sum = add nuw nsw i64 %tile, %lane
  %inside = icmp ult i64 %sum, %limit
  store i64 %sum, ptr %args
  ret void
}

; CHECK-NOT: range(

attributes #0 = { "wherry-kernel"="k" "wherry-local-size"="16,1,1" }
