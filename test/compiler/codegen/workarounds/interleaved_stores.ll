; RUN: wherry-opt -passes=interleaved-stores %s | FileCheck %s
; The loop is no longer annotated parallel, so that LLVM's vectoriser checks its dependences itself. It keeps what else
; its metadata says, and its accesses keep their group.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @order(
; CHECK:       store i32 %n, ptr %first, align 4, !llvm.access.group
; CHECK:       br i1 %done, label %exit, label %loop, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK:       ![[LOOP]] = distinct !{![[LOOP]], ![[WIDTH:[0-9]+]]}
; CHECK:       ![[WIDTH]] = !{!"llvm.loop.vectorize.width", i32 8}
define void @order(ptr noalias %in, ptr %out) "target-cpu"="x86-64-v3" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %n = trunc i64 %i to i32
  %place.in = getelementptr inbounds i32, ptr %in, i64 %i
  %offset = load i32, ptr %place.in, align 4, !llvm.access.group !1
  %pair = shl nuw nsw i64 %i, 1
  %first = getelementptr inbounds i32, ptr %out, i64 %pair
  store i32 %n, ptr %first, align 4, !llvm.access.group !1
  %wide = sext i32 %offset to i64
  %from = getelementptr inbounds i32, ptr %first, i64 %wide
  %read = load i32, ptr %from, align 4, !llvm.access.group !1
  %second = getelementptr inbounds i32, ptr %first, i64 1
  store i32 %read, ptr %second, align 4, !llvm.access.group !1
  %next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %exit, label %loop, !llvm.loop !0

exit:
  ret void
}

!0 = distinct !{!0, !2, !3}
!1 = distinct !{}
!2 = !{!"llvm.loop.parallel_accesses", !1}
!3 = !{!"llvm.loop.vectorize.width", i32 8}
