; RUN: sed '/load i32, ptr %%place.in/{s/.*/&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&/;}' %s | wherry-opt -passes=short-loop-load-elim - | FileCheck %s
; RUN: sed '/load i32, ptr %%place.in/{s/.*/&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&/;}' %s | wherry-opt -passes=short-loop-load-elim - | FileCheck %s --check-prefix=SHORT
; A loop of 34 accesses is not analysed, one of 32 is.

; CHECK-NOT: store_forwarded
; SHORT:     %store_forwarded = phi i32
define void @sums(ptr noalias %in, ptr noalias %out, i64 %count) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw nsw i64 %i, 1
  %place.in = getelementptr inbounds i32, ptr %in, i64 %i
  load i32, ptr %place.in, align 4
  %place.before = getelementptr inbounds i32, ptr %out, i64 %i
  %before = load i32, ptr %place.before, align 4
  %place = getelementptr inbounds i32, ptr %out, i64 %next
  store i32 %before, ptr %place, align 4
  %again = icmp ult i64 %next, %count
  br i1 %again, label %loop, label %end

end:
  ret void
}
