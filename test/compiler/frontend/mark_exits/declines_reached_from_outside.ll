; RUN: wherry-opt -passes=mark-exits %s | FileCheck %s --implicit-check-not='!wherry'
; A block between header and latch that work-items reach without the loop, too, is no part of the loop in the source
; (a goto leads there), and neither is one that no work-item reaches.

; CHECK-LABEL: @leave(
; CHECK:       own:
; CHECK-NEXT:    br label %behind{{$}}
define void @leave(ptr %p, i1 %at_once) {
entry:
  br i1 %at_once, label %own, label %loop

loop:
  %here = load volatile i1, ptr %p
  br i1 %here, label %own, label %advance

own:
  br label %behind

dead:
  br label %behind

advance:
  store volatile i1 true, ptr %p
  br label %loop

behind:
  ret void
}
