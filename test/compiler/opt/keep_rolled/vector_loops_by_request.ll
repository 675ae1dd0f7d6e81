; RUN: wherry-opt -passes='function(keep-vector-loops-rolled,loop(loop-unroll-full)),verify' %s | FileCheck %s
; What a program asks for is done.

; CHECK-LABEL: @asked(
; CHECK-COUNT-20: load <4 x float>
; CHECK-NOT:   br i1
; CHECK:       ret void
define void @asked(ptr addrspace(1) %in) {
entry:
  br label %columns
columns:
  %i = phi i64 [ 0, %entry ], [ %i.next, %columns ]
  %at = getelementptr <4 x float>, ptr addrspace(1) %in, i64 %i
  %one = load <4 x float>, ptr addrspace(1) %at, align 16
  call void @use(<4 x float> %one)
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, 20
  br i1 %more, label %columns, label %done, !llvm.loop !0
done:
  ret void
}
declare void @use(<4 x float>)

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
