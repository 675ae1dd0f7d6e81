; RUN: wherry-opt -passes=narrow-phis %s | FileCheck %s
; One user that sees the upper half keeps the phi as it is: an address, a comparison, or a shift by less than 32.

; CHECK-LABEL: @wg.upper_half(
; CHECK:       %address = phi i64
; CHECK-NEXT:  %compared = phi i64
; CHECK-NEXT:  %shifted = phi i64
; CHECK-NEXT:  %unused = phi i64
; CHECK-NOT:   phi i32
define void @wg.upper_half(ptr %args, ptr %context) "wherry-kernel"="upper_half" "wherry-regions"="1" {
entry:
  %out = load ptr addrspace(1), ptr %args
  %lane = load i64, ptr %context
  br label %loop

loop:
  %address = phi i64 [ %lane, %entry ], [ %lane, %loop ]
  %compared = phi i64 [ 0, %entry ], [ %next, %loop ]
  %shifted = phi i64 [ 0, %entry ], [ %next, %loop ]
  %unused = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %address
  %shift = shl i64 %shifted, 31
  %low = and i64 %compared, 4294967295
  %next = add i64 %low, 1
  store i64 %shift, ptr addrspace(1) %place
  %again = icmp ult i64 %compared, %lane
  br i1 %again, label %loop, label %end

end:
  ret void
}

; A function that is no kernel stays as it is.
; CHECK-LABEL: @helper(
; CHECK:       %counter = phi i64
define void @helper(i64 %from) {
entry:
  br label %loop

loop:
  %counter = phi i64 [ %from, %entry ], [ %next, %loop ]
  %low = and i64 %counter, 4294967295
  %next = add i64 %low, 1
  %cut = trunc i64 %counter to i32
  %again = icmp slt i32 %cut, 100
  br i1 %again, label %loop, label %end

end:
  ret void
}
