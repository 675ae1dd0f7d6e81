; RUN: wherry-opt -passes=mark-exits %s | FileCheck %s
; What terminators have besides stays: a loop's metadata, and the weights of a branch. Functions without loops get no marks.

; CHECK-LABEL: @leave(
; CHECK:         br i1 %here, label %own, label %advance, !prof ![[WEIGHTS:[0-9]+]], !wherry.loop_header ![[LOOP:[0-9]+]]
; CHECK:       own:
; CHECK-NEXT:    br label %behind, !wherry.exit_of ![[LIST:[0-9]+]]
; CHECK:       advance:
; CHECK:         br label %loop, !llvm.loop ![[HOW:[0-9]+]]
; CHECK-LABEL: @plain(
; CHECK-NEXT:    br i1 %c, label %then, label %end{{$}}
; CHECK:         br label %end{{$}}
; CHECK:       ![[WEIGHTS]] = !{!"branch_weights", i32 1, i32 9}
define void @leave(ptr %p) {
entry:
  br label %loop

loop:
  %here = load volatile i1, ptr %p
  br i1 %here, label %own, label %advance, !prof !0

own:
  br label %behind

advance:
  store volatile i1 true, ptr %p
  br label %loop, !llvm.loop !1

behind:
  ret void
}

define void @plain(i1 %c) {
  br i1 %c, label %then, label %end

then:
  br label %end

end:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 9}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
