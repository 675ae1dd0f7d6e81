; RUN: wherry-opt -passes=keep-sub-group-loops-rolled %s | FileCheck %s
; A loop keeps its other metadata. A request to unroll (OpenCL C 6.11.5, opencl_unroll_hint) is a hint and gives way.

declare void @__wherry_sub_group_barrier()

; CHECK-LABEL: @hinted(
; CHECK:       !llvm.loop ![[LOOP:[0-9]+]]
; CHECK:       ![[LOOP]] = distinct !{![[LOOP]], ![[PROGRESS:[0-9]+]], ![[DISABLE:[0-9]+]]}
; CHECK:       ![[PROGRESS]] = !{!"llvm.loop.mustprogress"}
; CHECK:       ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
define void @hinted(i32 %x) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @__wherry_sub_group_barrier()
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %x
  br i1 %again, label %loop, label %end, !llvm.loop !0

end:
  ret void
}

!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.mustprogress"}
!2 = !{!"llvm.loop.unroll.count", i32 4}
