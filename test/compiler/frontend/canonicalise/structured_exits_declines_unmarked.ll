; RUN: wherry-opt -passes=structured-exits,verify %s | FileCheck %s
; Without a mark the block stands behind the loop in the source: its work-items meet there, whenever they have left.

; CHECK-LABEL: @leave(
; CHECK-NOT:   switch
; CHECK:       own:
; CHECK-NEXT:  %sum = call i32 @lanes()
; CHECK-NEXT:  store i32 %sum, ptr %out
; CHECK-NEXT:  br label %behind
; CHECK-NOT:   @__wherry_sub_group_barrier
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

own:
  %sum = call i32 @lanes()
  store i32 %sum, ptr %out
  br label %behind

advance:
  %later = add i32 %now, 1
  store i32 %later, ptr %round
  br label %loop

behind:
  ret void
}
