; RUN: wherry-opt -passes=keep-sub-group-loops-rolled %s | FileCheck %s
; Work-items may leave a loop in different iterations. If LLVM peeled or unrolled the loop, they would meet at a
; sub-group operation of another iteration, so the pass forbids both.

declare i32 @__wherry_sub_group_ballot(i32)

; CHECK-LABEL: @ballots(
; CHECK:       br i1 %again, label %loop, label %end, !llvm.loop ![[LOOP:[0-9]+]]
define i32 @ballots(i32 %x) {
entry:
  br label %loop

loop:
  %left = phi i32 [ %x, %entry ], [ %less, %loop ]
  %votes = call i32 @__wherry_sub_group_ballot(i32 %left)
  %less = lshr i32 %left, 1
  %again = icmp ugt i32 %votes, %less
  br i1 %again, label %loop, label %end

end:
  ret i32 %votes
}

; Loops around one with such an operation hold the operation too.
; CHECK-LABEL: @nested(
; CHECK:       br i1 %inner.again, label %inner, label %outer.end, !llvm.loop ![[INNER:[0-9]+]]
; CHECK:       br i1 %outer.again, label %outer, label %end, !llvm.loop ![[OUTER:[0-9]+]]
define void @nested(i32 %x) {
entry:
  br label %outer

outer:
  %outside = phi i32 [ %x, %entry ], [ %outer.next, %outer.end ]
  br label %inner

inner:
  %inside = phi i32 [ %outside, %outer ], [ %inner.next, %inner ]
  %votes = call i32 @__wherry_sub_group_ballot(i32 %inside)
  %inner.next = lshr i32 %inside, 1
  %inner.again = icmp ugt i32 %votes, %inner.next
  br i1 %inner.again, label %inner, label %outer.end

outer.end:
  %outer.next = lshr i32 %outside, 1
  %outer.again = icmp ugt i32 %votes, %outer.next
  br i1 %outer.again, label %outer, label %end

end:
  ret void
}

; CHECK-DAG: ![[DISABLE:[0-9]+]] = !{!"llvm.loop.unroll.disable"}
; CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], {{.*}}![[DISABLE]]}
; CHECK-DAG: ![[INNER]] = distinct !{![[INNER]], {{.*}}![[DISABLE]]}
; CHECK-DAG: ![[OUTER]] = distinct !{![[OUTER]], {{.*}}![[DISABLE]]}
