; RUN: wherry-opt -passes=narrow-phis %s | FileCheck %s
; "for (int i = get_local_id(0); i < n; i += get_local_size(0))" adds in 64 bits and cuts the sum. Nothing looks at the
; upper half of the counter, so the loop carries 32 bits. The 32-bit sum may wrap around: it has none of the flags.

; CHECK-LABEL: @wg.strided(
; CHECK:       %[[START:.*]] = trunc i64 %lane to i32
; CHECK:       %[[COUNTER:.*]] = phi i32 [ %[[START]], %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK-NOT:   phi
; CHECK-NOT:   shl
; CHECK:       %[[INDEX:.*]] = sext i32 %[[COUNTER]] to i64
; CHECK:       getelementptr inbounds i32, ptr addrspace(1) %out, i64 %[[INDEX]]
; CHECK:       %[[STEP:.*]] = trunc i64 %local_size to i32
; CHECK:       %[[NEXT]] = add i32 %[[COUNTER]], %[[STEP]]
; CHECK:       br i1
define void @wg.strided(ptr %args, ptr %context) "wherry-kernel"="strided" "wherry-regions"="1" {
entry:
  %out = load ptr addrspace(1), ptr %args
  %lane = load i64, ptr %context
  %local_size.at = getelementptr i8, ptr %context, i64 32
  %local_size = load i64, ptr %local_size.at
  br label %loop

loop:
  %counter = phi i64 [ %lane, %entry ], [ %next, %loop ]
  %upper = shl i64 %counter, 32
  %index = ashr exact i64 %upper, 32
  %place = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %index
  store i32 1, ptr addrspace(1) %place
  %next = add nuw nsw i64 %index, %local_size
  %cut = trunc i64 %counter to i32
  %again = icmp slt i32 %cut, 1000
  br i1 %again, label %loop, label %end

end:
  ret void
}
