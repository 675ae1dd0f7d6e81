; RUN: wherry-opt -passes=short-loop-load-elim %s | FileCheck %s
; A load of what the iteration before has stored becomes a phi, as LLVM's loop-load-elim has it.

; CHECK-LABEL: @sums(
; CHECK:       %store_forwarded = phi i32
; CHECK:       add i32 %store_forwarded,
define void @sums(ptr noalias %in, ptr noalias %out, i64 %count) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw nsw i64 %i, 1
  %place.in = getelementptr inbounds i32, ptr %in, i64 %i
  %x = load i32, ptr %place.in, align 4
  %place.before = getelementptr inbounds i32, ptr %out, i64 %i
  %before = load i32, ptr %place.before, align 4
  %sum = add i32 %before, %x
  %place = getelementptr inbounds i32, ptr %out, i64 %next
  store i32 %sum, ptr %place, align 4
  %again = icmp ult i64 %next, %count
  br i1 %again, label %loop, label %end

end:
  ret void
}
