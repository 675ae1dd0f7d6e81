; RUN: wherry-opt -passes=check-bounds,check-other-bounds %s 2>/dev/null | FileCheck %s
; An access has one check.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         call void @__wherry_report(
; CHECK-NOT:     call void @__wherry_report(
; CHECK-NOT:     __wherry_may_access
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %value = load i32, ptr addrspace(1) %in, align 4
  ret void
}

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
