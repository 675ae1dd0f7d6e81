; RUN: wherry-opt -passes=check-async,form-regions %s 2>/dev/null | FileCheck %s
; In the checked mode a region with accesses stands there twice: where copies are pending, each access asks whether it is
; in their way, and calls the runtime where it is; where none is, the plain region runs, which can be vectorised.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-NOT:     prof
; CHECK:         store i32 1, ptr addrspace(1)
; CHECK:       [[CHECKED:checked.*]]: {{.*}}preds = %[[CHOOSE:.*]]
; CHECK-NOT:     !wherry.item_loop
; CHECK:         icmp ult i64
; CHECK:         br i1 %{{.*}}, !prof ![[UNLIKELY:[0-9]+]]
; CHECK:         getelementptr inbounds i8, ptr %{{.*}}, i64 64
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, ptr %{{.*}}, i64 4, i32 1)
; CHECK:         store i32 1, ptr addrspace(1)
; CHECK:       [[CHOOSE]]:
; CHECK:         getelementptr inbounds i8, ptr %context, i64 72
; CHECK:         %[[PENDING:.*]] = icmp ne i64 %{{.*}}, 0
; CHECK:         br i1 %[[PENDING]], label %[[CHECKED]], label %{{.*}}
; CHECK:       ![[UNLIKELY]] = !{!"branch_weights",
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 1, i64 0)
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %in, i64 %x
  store i32 1, ptr addrspace(1) %place
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
