; RUN: wherry-opt -passes=unroll-powers %s | FileCheck %s
; What a program says of a loop's unrolling holds; a loop around others stays.

; CHECK-LABEL: @disabled(
; CHECK:       br i1 %again, label %loop, label %end, !llvm.loop [[OWN:![0-9]+]]
define float @disabled(float %x) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %power = call float @_Z4pownfi(float %x, i32 %k)
  %added = fadd float %sum, %power
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, 8
  br i1 %again, label %loop, label %end, !llvm.loop !0
end:
  ret float %added
}

; CHECK-LABEL: @around(
; CHECK:       br i1 %more, label %inner, label %done{{$}}
; CHECK:       br i1 %again, label %loop, label %end{{$}}
define float @around(float %x, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %done ]
  %sum = phi float [ 0.0, %entry ], [ %added, %done ]
  %power = call float @_Z4pownfi(float %x, i32 %k)
  br label %inner
inner:
  %i = phi i32 [ 0, %loop ], [ %i.next, %inner ]
  %part = phi float [ %sum, %loop ], [ %added, %inner ]
  %added = fadd float %part, %power
  %i.next = add nsw i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %inner, label %done
done:
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, 8
  br i1 %again, label %loop, label %end
end:
  ret float %added
}

declare float @_Z4pownfi(float, i32)
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
; CHECK: [[OWN]] = distinct !{[[OWN]], [[DISABLE:![0-9]+]]}
; CHECK: [[DISABLE]] = !{!"llvm.loop.unroll.disable"}
