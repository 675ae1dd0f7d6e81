; RUN: wherry-opt -passes=structured-exits,verify %s | FileCheck %s
; The block that ends in "break" stands in the source's loop, but not in LLVM's: work-items of all iterations would meet
; at the sub-group operation that it calls. Its way out leads over the iteration's end, where they meet, and a number
; tells where to go on. The callee's intrinsic counts, no function's name. The marks are dropped.

; CHECK-LABEL: @leave(
; CHECK:       %[[LEFT:.*]] = alloca i32
; CHECK:       loop:
; CHECK-NEXT:  store i32 0, ptr %[[LEFT]]
; CHECK-NOT:   !wherry
; CHECK:       own:
; CHECK:       call i32 @lanes()
; CHECK:       br label %[[WAY:[^,]*]]{{$}}
; CHECK:       [[WAY]]:
; CHECK-NEXT:  store i32 1, ptr %[[LEFT]]
; CHECK-NEXT:  br label %[[END:.*]]
; CHECK:       [[END]]:
; CHECK-NEXT:  call void @__wherry_sub_group_barrier()
; CHECK-NEXT:  %[[WHERE:.*]] = load i32, ptr %[[LEFT]]
; CHECK-NEXT:  switch i32 %[[WHERE]], label %loop [
; CHECK-NEXT:    i32 1, label %behind
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

own:
  %sum = call i32 @lanes()
  store i32 %sum, ptr %out
  br label %behind, !wherry.exit_of !1

advance:
  %later = add i32 %now, 1
  store i32 %later, ptr %round
  br label %loop

behind:
  ret void
}

!0 = distinct !{}
!1 = !{!0}
