; RUN: wherry-opt -passes=structured-exits,verify %s | FileCheck %s
; Without sub-group functions it does not matter with whom a work-item leaves a loop: the loop stays.

; CHECK-LABEL: @leave(
; CHECK-NOT:   @__wherry_sub_group_barrier
; CHECK:       own:
; CHECK-NEXT:  store i32 %now, ptr %out
; CHECK-NEXT:  br label %behind
; CHECK:       br label %loop
; CHECK-NOT:   switch
; CHECK:       {{^[}]}}
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
  store i32 %now, ptr %out
  br label %behind

advance:
  %later = add i32 %now, 1
  store i32 %later, ptr %round
  br label %loop

behind:
  ret void
}
