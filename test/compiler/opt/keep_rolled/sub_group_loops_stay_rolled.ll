; RUN: wherry-opt -passes='function(keep-sub-group-loops-rolled)' %s | FileCheck %s
; LLVM must not peel iterations off a loop with a sub-group operation: work-items of different iterations would come to
; the operation together. Loops of a known number of iterations and loops without such operations stay as they are.

; CHECK-LABEL: @loops(
; CHECK:       br i1 %end, label %known, label %loop, !llvm.loop ![[ROLLED:[0-9]+]]
; CHECK:       br i1 %end.known, label %plain, label %known{{$}}
; CHECK:       br i1 %end.plain, label %done, label %plain{{$}}
; CHECK:       ![[ROLLED]] = distinct !{![[ROLLED]], ![[HOW:[0-9]+]]}
; CHECK:       ![[HOW]] = !{!"llvm.loop.unroll.disable"}
declare i32 @__wherry_sub_group_ballot(i32) convergent memory(none)

define void @loops(i32 %count, ptr %out) {
entry:
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %later, %loop ]
  %bits = call i32 @__wherry_sub_group_ballot(i32 %k) convergent
  store i32 %bits, ptr %out
  %later = add i32 %k, 1
  %end = icmp eq i32 %later, %count
  br i1 %end, label %known, label %loop

known:
  %k2 = phi i32 [ 0, %loop ], [ %later2, %known ]
  %bits2 = call i32 @__wherry_sub_group_ballot(i32 %k2) convergent
  store i32 %bits2, ptr %out
  %later2 = add i32 %k2, 1
  %end.known = icmp eq i32 %later2, 4
  br i1 %end.known, label %plain, label %known

plain:
  %k3 = phi i32 [ 0, %known ], [ %later3, %plain ]
  store i32 %k3, ptr %out
  %later3 = add i32 %k3, 1
  %end.plain = icmp eq i32 %later3, %count
  br i1 %end.plain, label %done, label %plain

done:
  ret void
}
