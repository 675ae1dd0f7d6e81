; RUN: wherry-opt -passes=keep-block-loops-rolled %s | FileCheck %s
; RUN: wherry-opt -passes='function(keep-block-loops-rolled,loop(loop-unroll-full))' %s | FileCheck %s --check-prefix=WHOLE
; RUN: wherry-opt -passes='function(loop(loop-unroll-full))' %s | FileCheck %s --check-prefix=PEELED
; A loop that stores a row keeps its first iteration, at the edge, which LLVM would peel off.

; CHECK-LABEL: @wg.row(
; CHECK:       !llvm.loop ![[LOOP:[0-9]+]]
; CHECK-LABEL: @wg.sum(
; CHECK-NOT:   !llvm.loop
; CHECK:       ![[LOOP]] = distinct !{![[LOOP]], ![[DISABLE:[0-9]+]], ![[BLOCK:[0-9]+]]}
; WHOLE-NOT:   peel
; PEELED:      peel
define void @wg.row(ptr %args, ptr %context) "wherry-kernel"="row" {
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %latch ]
  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %to = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 0, ptr addrspace(1) %to
  %edge = icmp eq i64 %x, 0
  br i1 %edge, label %latch, label %then

then:
  store i64 %x, ptr addrspace(1) %to
  br label %latch

latch:
  %next = add nuw nsw i64 %x, 1
  br label %head

end:
  ret void
}

define void @wg.sum(ptr %args, ptr %context) "wherry-kernel"="sum" {
  %out = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.n = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i64, ptr %at.n, align 8, !invariant.load !0
  br label %head

head:
  %x = phi i64 [ 0, %0 ], [ %next, %body ]
  %sum = phi i64 [ 0, %0 ], [ %new, %body ]
  %more = icmp slt i64 %x, %n
  br i1 %more, label %body, label %end

body:
  %from = getelementptr i64, ptr addrspace(1) %out, i64 %x
  %value = load i64, ptr addrspace(1) %from
  %new = add i64 %sum, %value
  %next = add nuw nsw i64 %x, 1
  br label %head

end:
  store i64 %sum, ptr addrspace(1) %out
  ret void
}
!0 = !{}
