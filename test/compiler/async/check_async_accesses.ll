; RUN: wherry-opt -passes=check-async %s 2>/dev/null | FileCheck %s
; Before each access of memory that a copy may move, a call names the address, the size, the space (0 local, 1 global,
; 2 either) and whether it writes. Private memory and constants are never in a copy.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@table = internal addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK-LABEL: define void @wg.k(
; CHECK:         call void @__wherry_access(ptr @{{.*}}, ptr %{{.*}}, i64 4, i32 1, i32 0)
; CHECK-NEXT:    %value = load i32, ptr addrspace(1) %in
; CHECK:         call void @__wherry_access(ptr @{{.*}}, ptr %{{.*}}, i64 8, i32 0, i32 1)
; CHECK-NEXT:    store i64 1, ptr addrspace(3) %tile
; CHECK:         call void @__wherry_access(ptr @{{.*}}, ptr %{{.*}}, i64 4, i32 2, i32 0)
; CHECK-NEXT:    load i32, ptr addrspace(4)
; An update writes.
; CHECK:         call void @__wherry_access(ptr @{{.*}}, ptr %{{.*}}, i64 4, i32 1, i32 1)
; CHECK-NEXT:    atomicrmw
; A move reads one place and writes the other.
; CHECK-DAG:     call void @__wherry_access(ptr @{{.*}}, ptr %{{.*}}, i64 %n, i32 0, i32 1)
; CHECK-DAG:     call void @__wherry_access(ptr @{{.*}}, ptr %{{.*}}, i64 %n, i32 1, i32 0)
; CHECK:         call void @llvm.memcpy
; CHECK-NOT:     @__wherry_access(
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %private = alloca i32
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %n = load i64, ptr %context, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 1, i64 0)
  %value = load i32, ptr addrspace(1) %in
  store i64 1, ptr addrspace(3) %tile
  %generic = addrspacecast ptr addrspace(1) %in to ptr addrspace(4)
  %again = load i32, ptr addrspace(4) %generic
  %old = atomicrmw add ptr addrspace(1) %in, i32 1 monotonic
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 %n, i1 false)
  store i32 %value, ptr %private
  %constant = load i32, ptr addrspace(2) @table
  ret void
}

declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64) convergent nounwind willreturn
declare void @__wherry_wait_events(i32, ptr) convergent nounwind willreturn
declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!llvm.module.flags = !{!99}
!99 = !{i32 7, !"wherry.check_async", i32 1}
