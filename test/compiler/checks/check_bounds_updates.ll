; RUN: wherry-opt -passes=check-bounds %s 2>/dev/null | FileCheck %s
; A compare-and-swap that is not performed succeeds, so that no loop waits for it. A move checks both sides, and no byte of
; what is outside moves.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %old = atomicrmw add
; CHECK:         phi i32 [ %old, %{{.*}} ], [ 0, %{{.*}} ]
; CHECK:         %both = cmpxchg
; CHECK:         phi { i32, i1 } [ %both, %{{.*}} ], [ { i32 7, i1 true }, %{{.*}} ]
; CHECK:         icmp ugt i64 %n, 16
; CHECK:         br i1
; CHECK:         icmp ugt i64 %{{.*}}, %check_range
; CHECK:         %[[LEFT:.*]] = sub i64 %{{.*}}, %{{.*}}
; CHECK:         %[[LONG:.*]] = icmp ugt i64 %n, %[[LEFT]]
; CHECK:         br i1
; CHECK:         call void @llvm.memcpy
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %n = call i64 @__wherry_local_id(i32 0)
  %array = alloca [4 x i32], align 4
  %old = atomicrmw add ptr addrspace(1) %in, i32 1 monotonic, align 4
  %both = cmpxchg ptr addrspace(1) %in, i32 7, i32 8 monotonic monotonic, align 4
  %success = extractvalue { i32, i1 } %both, 1
  call void @llvm.memcpy.p0.p1.i64(ptr %array, ptr addrspace(1) %in, i64 %n, i1 false)
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
