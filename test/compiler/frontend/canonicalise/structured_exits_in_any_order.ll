; RUN: wherry-opt -passes=structured-exits,verify %s | FileCheck %s
; The front end's marks say what the source has in a loop, not the order of blocks: here the block stands behind the
; loop.

; CHECK-LABEL: @leave(
; CHECK:       %[[LEFT:.*]] = alloca i32
; CHECK:       [[WAY:leave]]:
; CHECK-NEXT:  store i32 1, ptr %[[LEFT]]
; CHECK-NEXT:  br label %[[END:.*]]
; CHECK:       [[END]]:
; CHECK-NEXT:  call void @__wherry_sub_group_barrier()
; CHECK:       switch i32 %{{.*}}, label %loop [
; CHECK-NEXT:    i32 1, label %behind
; CHECK:       own:
; CHECK:       call i32 @lanes()
; CHECK:       br label %[[WAY]]{{$}}
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
  br i1 %here, label %own, label %advance, !wherry.loop_header !0

advance:
  %later = add i32 %now, 1
  store i32 %later, ptr %round
  br label %loop

own:
  %sum = call i32 @lanes()
  store i32 %sum, ptr %out
  br label %behind, !wherry.exit_of !1

behind:
  ret void
}

!0 = distinct !{}
!1 = !{!0}
