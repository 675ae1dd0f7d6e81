; RUN: wherry-opt -passes=divergent-headers %s | FileCheck %s
; LLVM's uniformity analysis misses that a loop is left in different iterations where work-items diverge in its header
; and leave it elsewhere. The header's branch gets a block of its own; phis stay in the header.

; CHECK-LABEL: @diverges(
; CHECK:       header:
; CHECK-NEXT:  %i = phi i32 [ 0, %entry ], [ %next, %latch ], !wherry.item_loop
; CHECK-NEXT:  br label %[[BODY:.*]]
; CHECK:       [[BODY]]:
; CHECK-NEXT:  %first = icmp eq i32 %i, %x
; CHECK-NEXT:  br i1 %first, label %latch, label %other
; CHECK:       br i1 %again, label %header, label %end, !llvm.loop ![[LOOP:[0-9]+]]
define void @diverges(i32 %x) {
entry:
  br label %header

header:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ], !wherry.item_loop !2
  %first = icmp eq i32 %i, %x
  br i1 %first, label %latch, label %other

other:
  br label %latch

latch:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 100
  br i1 %again, label %header, label %end, !llvm.loop !0

end:
  ret void
}

; CHECK-LABEL: @one_block(
; CHECK:       loop:
; CHECK-NEXT:  %i = phi i32 [ 0, %entry ], [ %next, %[[BODY:.*]] ]
; CHECK-NEXT:  br label %[[BODY]]
; CHECK:       [[BODY]]:
; CHECK:       br i1 %again, label %loop, label %end, !llvm.loop
define void @one_block(i32 %x) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %x
  br i1 %again, label %loop, label %end, !llvm.loop !1

end:
  ret void
}

; CHECK: ![[LOOP]] = distinct !{![[LOOP]], !
!0 = distinct !{!0, !3}
!1 = distinct !{!1, !3}
!2 = !{}
!3 = !{!"llvm.loop.mustprogress"}
