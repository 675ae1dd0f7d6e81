; RUN: sed '/fmul/{s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&\n&\n&\n&\n&\n&\n&\n&/;s/.*/&\n&\n&/;}' %s | wherry-opt -passes=keep-long-loops-rolled - | FileCheck %s
; A loop of more than 2,000 instructions that LLVM's unroller counts is kept from LLVM's unroller, and so is the loop
; around that loop; a short loop beside both is not. sed repeats the multiplication.

; CHECK-LABEL: @nested(
; CHECK:       br i1 %again, label %inner, label %next, !llvm.loop ![[INNER:[0-9]+]]
; CHECK:       br i1 %outer.again, label %outer, label %short, !llvm.loop ![[OUTER:[0-9]+]]
; CHECK:       br i1 %short.again, label %short, label %end{{$}}
; CHECK-DAG:   ![[INNER]] = distinct !{![[INNER]], ![[DISABLE:[0-9]+]]}
; CHECK-DAG:   ![[OUTER]] = distinct !{![[OUTER]], ![[DISABLE]]}
; CHECK-DAG:   ![[DISABLE]] = !{!"llvm.loop.unroll.disable"}
define void @nested(ptr %data, float %x) {
entry:
  br label %outer

outer:
  %j = phi i32 [ 0, %entry ], [ %j.next, %next ]
  br label %inner

inner:
  %i = phi i32 [ 0, %outer ], [ %i.next, %inner ]
  fmul float %x, %x
  %i.next = add i32 %i, 1
  %again = icmp ult i32 %i.next, 4
  br i1 %again, label %inner, label %next

next:
  %j.next = add i32 %j, 1
  %outer.again = icmp ult i32 %j.next, 4
  br i1 %outer.again, label %outer, label %short

short:
  %k = phi i32 [ 0, %next ], [ %k.next, %short ]
  %k.next = add i32 %k, 1
  %short.again = icmp ult i32 %k.next, 4
  br i1 %short.again, label %short, label %end

end:
  ret void
}
