; RUN: wherry-opt -passes=mark-exits %s | FileCheck %s
; Clang has blocks in the order of the source: one between the header and the latch that only leads out ends in "break",
; and is marked as the loop's.

; CHECK-LABEL: @leave(
; CHECK:       br i1 %here, label %own, label %advance, !wherry.loop_header ![[LOOP:[0-9]+]]
; CHECK:       own:
; CHECK:       br label %behind, !wherry.exit_of ![[LIST:[0-9]+]]
; CHECK-DAG:   ![[LOOP]] = distinct !{}
; CHECK-DAG:   ![[LIST]] = !{![[LOOP]]}
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
