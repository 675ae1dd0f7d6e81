; RUN: wherry-opt -passes=schedule-async,form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; Scheduled copies end no region: the two regions are those of the barrier, and copies run in the loop over work-items. The
; runtime still has to know that the kernel copies.
; REMARK: kernel 'k': 2 regions, 2 run by an item loop

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[X:.*]] = select i1 %{{.*}}, i64 %{{.*}}, i64 %x
; CHECK:         %[[ITEM:.*]] = add nuw i64 %{{.*}}, %[[X]]
; CHECK:         call void %{{.*}}(ptr %context, i64 %[[ITEM]])
; CHECK:         call i64 %{{.*}}(ptr %context, ptr @{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 64, i64 4, i64 1, i64 1, i64 0)
; CHECK:       attributes #0 = {{.*}}"wherry-barriers"{{.*}}"wherry-copies"
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 1, i64 0)
  call void @__wherry_barrier(i32 1)
  %x = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(3) %tile, i64 %x
  store i32 1, ptr addrspace(3) %from
  ret void
}

declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64) convergent nounwind willreturn
declare void @__wherry_wait_events(i32, ptr) convergent nounwind willreturn
declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
