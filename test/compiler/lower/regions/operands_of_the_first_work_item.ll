; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; OpenCL C 6.15.11: all work-items pass the same arguments. Where the compiler cannot see that they do, those of the
; group's first work-item count.

; CHECK-LABEL: define void @wg.load(
; CHECK:         call i64 %{{.*}}(ptr %context, ptr @{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 %[[COUNT:.*]], i64 4, i64 1, i64 1, i64 0)
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         %[[ITEM:.*]] = add nuw i64 %first.of.line, %
; CHECK-DAG:     %[[FIRST:.*]] = icmp eq i64 %[[ITEM]], 0
; CHECK-DAG:     %[[OWN:.*]] = load i64, ptr addrspace(1)
; CHECK:         %[[COUNT]] = select i1 %[[FIRST]], i64 %[[OWN]], i64 %
define void @wg.load(ptr %args, ptr %context) "wherry-kernel"="load" {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %own = getelementptr i64, ptr addrspace(1) %in, i64 %x
  %count = load i64, ptr addrspace(1) %own
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 %count, i64 4, i64 1, i64 1, i64 0)
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64) convergent nounwind willreturn

!0 = !{}
