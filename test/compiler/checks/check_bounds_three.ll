; RUN: wherry-opt -passes=check-bounds %s 2>/dev/null | FileCheck %s
; A vector of three is an object of 16 bytes, all of which its memory has to hold; at the alignment of a number, as
; vload3 reads it, it is three numbers.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK-DAG:     call i64 @llvm.usub.sat.i64(i64 %{{.*}}, i64 15)
; CHECK-DAG:     call i64 @llvm.usub.sat.i64(i64 %{{.*}}, i64 11)
; CHECK:         call void @__wherry_report({{.*}}, i64 16)
; CHECK:         call void @__wherry_report({{.*}}, i64 12)
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %i = call i64 @__wherry_local_id(i32 0)
  %at = getelementptr inbounds <3 x i32>, ptr addrspace(1) %in, i64 %i
  %value = load <3 x i32>, ptr addrspace(1) %at, align 16
  store <3 x i32> %value, ptr addrspace(1) %at, align 4
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
