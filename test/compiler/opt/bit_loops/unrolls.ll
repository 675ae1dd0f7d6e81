; RUN: wherry-opt -passes='function(bit-loops)' %s | FileCheck %s
; A loop that shifts by its counter is unrolled, as far as its length allows.

; CHECK-LABEL: define i32 @spread(
; CHECK:         !llvm.loop ![[FULL:[0-9]+]]
; CHECK-LABEL: define i32 @same(
; CHECK-NOT:     !llvm.loop
; CHECK-LABEL: define i32 @long(
; CHECK-NOT:     !llvm.loop
; CHECK-LABEL: define i32 @rolled(
; CHECK:         !llvm.loop ![[ROLLED:[0-9]+]]
; CHECK-DAG:     ![[FULL]] = distinct !{![[FULL]], ![[HINT:[0-9]+]]}
; CHECK-DAG:     ![[HINT]] = !{!"llvm.loop.unroll.full"
; CHECK-DAG:     ![[ROLLED]] = distinct !{![[ROLLED]], ![[NONE:[0-9]+]]}
; CHECK-DAG:     ![[NONE]] = !{!"llvm.loop.unroll.disable"}
define i32 @spread(i32 %v) {
entry:
  br label %body

body:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %twice = shl i32 %k, 1
  %bit = lshr i32 %v, %k
  %low = and i32 %bit, 1
  %at = shl i32 %low, %twice
  %more = or i32 %sum, %at
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 16
  br i1 %again, label %body, label %done

done:
  ret i32 %more
}

define i32 @same(i32 %v) {
entry:
  br label %body

body:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %twice = shl i32 %k, 1
  %bit = lshr i32 %v, 2
  %low = and i32 %bit, 1
  %at = shl i32 %low, 3
  %more = or i32 %sum, %at
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 16
  br i1 %again, label %body, label %done

done:
  ret i32 %more
}

define i32 @long(i32 %v) {
entry:
  br label %body

body:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %twice = shl i32 %k, 1
  %bit = lshr i32 %v, %k
  %low = and i32 %bit, 1
  %at = shl i32 %low, %twice
  %more = or i32 %sum, %at
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 100
  br i1 %again, label %body, label %done

done:
  ret i32 %more
}

define i32 @rolled(i32 %v) {
entry:
  br label %body

body:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %twice = shl i32 %k, 1
  %bit = lshr i32 %v, %k
  %low = and i32 %bit, 1
  %at = shl i32 %low, %twice
  %more = or i32 %sum, %at
  %next = add nuw nsw i32 %k, 1
  %again = icmp ult i32 %next, 16
  br i1 %again, label %body, label %done, !llvm.loop !0

done:
  ret i32 %more
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
