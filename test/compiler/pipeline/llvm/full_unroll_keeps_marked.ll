; RUN: wherry-opt -passes='loop(full-unroll)' %s | FileCheck %s
; What keep-long-loops-rolled and keep-sub-group-loops-rolled have marked stays a loop.

; CHECK-LABEL: @marked(
; CHECK:         br i1 %end, label %done, label %loop, !llvm.loop
define void @marked(ptr %p) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %to
  %next = add nuw nsw i32 %i, 1
  %end = icmp eq i32 %next, 8
  br i1 %end, label %done, label %loop, !llvm.loop !0

done:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
