; RUN: wherry-opt -passes=keep-unwritten %s 2>/dev/null | FileCheck %s
; A variable of a loop's body is a new one in each iteration.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:       entry:
; CHECK-NOT:     @__wherry_unwritten
; CHECK:       loop:
; CHECK:         call void @llvm.lifetime.start.p0(ptr %number)
; CHECK-NEXT:    %{{.*}} = call i64 @__wherry_unwritten()
; CHECK:         store i32 %{{.*}}, ptr %number
; CHECK:         store i32 1, ptr %number
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !0 {
entry:
  %number = alloca i32
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @llvm.lifetime.start.p0(ptr %number)
  store i32 1, ptr %number
  call void @llvm.lifetime.end.p0(ptr %number)
  %next = add i32 %i, 1
  %last = icmp eq i32 %next, 8
  br i1 %last, label %end, label %loop

end:
  ret void
}

!0 = !{}
