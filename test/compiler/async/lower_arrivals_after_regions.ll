; RUN: wherry-opt -passes=check-async,form-regions,lower-arrivals %s 2>/dev/null | FileCheck %s
; All of the checked mode: no marker is left, and each work-item arrives with its own number.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     call {{.*}}@__wherry
; CHECK:         %[[ITEM:.*]] = add nuw i64 %first.of.line, %
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i64 %[[ITEM]], ptr %{{.*}}, i32 7)
; CHECK-NOT:     call {{.*}}@__wherry
; CHECK:       attributes #0 = {{.*}}"wherry-checked"
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 %x, i64 4, i64 1, i64 1, i64 0)
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
