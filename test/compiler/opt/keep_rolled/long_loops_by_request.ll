; RUN: sed '/fmul/{s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&/;}' %s | wherry-opt -passes=keep-long-loops-rolled - | FileCheck %s
; A long loop that the program asks to unroll (OpenCL C 6.11.5, opencl_unroll_hint) keeps the request.

; CHECK-LABEL: @hinted(
; CHECK:       !llvm.loop ![[LOOP:[0-9]+]]
; CHECK:       ![[LOOP]] = distinct !{![[LOOP]], ![[COUNT:[0-9]+]]}
; CHECK:       ![[COUNT]] = !{!"llvm.loop.unroll.count", i32 2}
; CHECK-NOT:   llvm.loop.unroll.disable
define void @hinted(float %x) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  fmul float %x, %x
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 4
  br i1 %again, label %loop, label %end, !llvm.loop !0

end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 2}
