; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; A counter that goes down to an unsigned number passes this number after the last iteration. If the number is 0, the
; counter becomes -1, which an unsigned comparison takes for a greater number: the guard's test is no test of the counter.

; CHECK-LABEL: @wg.to.any(
; CHECK:         br i1 %none, label %{{.*}}, label %before
; CHECK-NOT:     icmp uge
; CHECK:       ret void
define void @wg.to.any(ptr addrspace(1) %a, i32 %n, i32 %m) {
entry:
  %none = icmp ult i32 %n, %m
  br i1 %none, label %done, label %before

before:
  %less = sub i32 %n, %m
  %count = add i32 %less, 1
  br label %loop

loop:
  %left = phi i32 [ %count, %before ], [ %left.next, %loop ]
  %p = phi ptr addrspace(1) [ %a, %before ], [ %p.next, %loop ]
  store i32 1, ptr addrspace(1) %p, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 -4
  %left.next = add i32 %left, -1
  %stop = icmp eq i32 %left.next, 0
  br i1 %stop, label %behind, label %loop

behind:
  br label %done

done:
  ret void
}

; The latch's branch, without a condition now, has no weights.
; CHECK-LABEL: @wg.to.one(
; CHECK-NOT:     br i1 %none
; CHECK:       loop:
; CHECK:         icmp uge i64 %counter, %
; CHECK:         br label %loop, !llvm.loop
define void @wg.to.one(ptr addrspace(1) %a, i32 %n, i32 %least) {
entry:
  %m = or i32 %least, 1
  %none = icmp ult i32 %n, %m
  br i1 %none, label %done, label %before

before:
  %less = sub i32 %n, %m
  %count = add i32 %less, 1
  br label %loop

loop:
  %left = phi i32 [ %count, %before ], [ %left.next, %loop ]
  %p = phi ptr addrspace(1) [ %a, %before ], [ %p.next, %loop ]
  store i32 1, ptr addrspace(1) %p, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 -4
  %left.next = add i32 %left, -1
  %stop = icmp eq i32 %left.next, 0
  br i1 %stop, label %behind, label %loop, !prof !0, !llvm.loop !1

behind:
  br label %done

done:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 100}
!1 = distinct !{!1}
