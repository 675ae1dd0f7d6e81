; RUN: sed '/load i32, ptr %%place.in/{s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;}' %s | wherry-opt -passes=short-loop-load-elim - | FileCheck %s
; LLVM analyses innermost loops alone: an outer loop may be long.

; CHECK-LABEL: @sums(
; CHECK:       inner:
; CHECK:       %store_forwarded = phi i32
define void @sums(ptr noalias %in, ptr noalias %out, i64 %count) {
entry:
  br label %outer

outer:
  %row = phi i64 [ 0, %entry ], [ %next.row, %latch ]
  %place.in = getelementptr inbounds i32, ptr %in, i64 %row
  load i32, ptr %place.in, align 4
  br label %inner

inner:
  %i = phi i64 [ 0, %outer ], [ %next, %inner ]
  %next = add nuw nsw i64 %i, 1
  %place.before = getelementptr inbounds i32, ptr %out, i64 %i
  %before = load i32, ptr %place.before, align 4
  %place = getelementptr inbounds i32, ptr %out, i64 %next
  store i32 %before, ptr %place, align 4
  %again = icmp ult i64 %next, %count
  br i1 %again, label %inner, label %latch

latch:
  %next.row = add nuw nsw i64 %row, 1
  %more = icmp ult i64 %next.row, %count
  br i1 %more, label %outer, label %end

end:
  ret void
}
