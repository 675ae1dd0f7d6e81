; RUN: wherry-opt -passes=narrow-phis %s | FileCheck %s
; Differences and products of the counter of which only the low half is used need its low half alone. They lose their
; flags, which hold of the whole counter.

; CHECK-LABEL: @wg.remainder(
; CHECK:       %[[COUNTER:.*]] = phi i32
; CHECK-NOT:   phi i64
; CHECK:       %[[WIDE:.*]] = zext i32 %[[COUNTER]] to i64
; CHECK:       %column = sub i64 %{{.*}}, %begin
; CHECK:       trunc i64 %column
; CHECK:       br i1
define void @wg.remainder(ptr %args, ptr %context) "wherry-kernel"="remainder" "wherry-regions"="1" {
entry:
  %out = load ptr addrspace(1), ptr %args
  %lane = load i64, ptr %context
  %begin.at = getelementptr i8, ptr %args, i64 8
  %begin = load i64, ptr %begin.at
  br label %loop

loop:
  %counter = phi i64 [ %lane, %entry ], [ %next, %loop ]
  %index = and i64 %counter, 4294967295
  %place = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %index
  %column = sub nsw i64 %counter, %begin
  %narrow = trunc nsw i64 %column to i32
  store i32 %narrow, ptr addrspace(1) %place
  %next = add nuw nsw i64 %index, 64
  %again = icmp ult i64 %index, 1000
  br i1 %again, label %loop, label %end

end:
  ret void
}
