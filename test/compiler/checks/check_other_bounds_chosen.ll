; RUN: wherry-opt -passes=check-other-bounds %s 2>/dev/null | FileCheck %s
; A choice of two arguments is asked for, a choice within one compared.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         call i32 @__wherry_may_access(
; CHECK:         load i32, ptr addrspace(1) %either
; CHECK-NOT:     __wherry_may_access
; CHECK:         call void @__wherry_report(
; CHECK:         load i32, ptr addrspace(1) %within
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_b = getelementptr inbounds i8, ptr %args, i64 8
  %b = load ptr addrspace(1), ptr %to_b, !invariant.load !0
  %i = call i64 @__wherry_local_id(i32 0)
  %first = icmp eq i64 %i, 0
  %either = select i1 %first, ptr addrspace(1) %a, ptr addrspace(1) %b
  %x = load i32, ptr addrspace(1) %either, align 4
  %later = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %within = select i1 %first, ptr addrspace(1) %a, ptr addrspace(1) %later
  %y = load i32, ptr addrspace(1) %within, align 4
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
