; RUN: wherry-opt -passes=check-bounds %s 2>/dev/null | FileCheck %s
; What is seen to stay inside needs no check; nor does the driver's own memory; and pointers of which the object is not
; known are left to check-other-bounds.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     "wherry-checked"
; CHECK-NOT:     br i1
; CHECK-NOT:     __wherry_report
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %array = alloca [4 x i32], align 4
  store i32 1, ptr %array, align 4
  %last = getelementptr inbounds i32, ptr %array, i64 3
  store i32 2, ptr %last, align 4
  call void @llvm.memset.p0.i64(ptr %array, i8 0, i64 16, i1 false)
  %pointers = alloca ptr addrspace(1), align 8
  %any = load ptr addrspace(1), ptr %pointers, align 8
  %value = load i32, ptr addrspace(1) %any, align 4
  %n = load i32, ptr %context, !invariant.load !0
  ret void
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
