; RUN: wherry-opt -passes=mark-exits %s | FileCheck %s
; The same control flow, the block behind the last latch: the source has it behind the loop. Nothing is marked.

; CHECK-LABEL: @leave(
; CHECK-NOT:   !wherry
declare i32 @__wherry_sub_group_ballot(i32)
define i32 @lanes() {
  %ballot = call i32 @__wherry_sub_group_ballot(i32 1)
  ret i32 %ballot
}

define void @leave(ptr %out, i32 %lane) {
entry:
  %round = alloca i32
  store i32 0, ptr %round
  br label %loop

loop:
  %now = load i32, ptr %round
  %here = icmp eq i32 %now, %lane
  br i1 %here, label %own, label %advance

advance:
  %later = add i32 %now, 1
  store i32 %later, ptr %round
  br label %loop

own:
  %sum = call i32 @lanes()
  store i32 %sum, ptr %out
  br label %behind

behind:
  ret void
}
