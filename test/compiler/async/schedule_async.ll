; RUN: wherry-opt -passes=schedule-async %s 2>/dev/null | FileCheck %s
; Compiled for schedules, each work-item makes its copies and waits itself, as calls of the runtime; before each operation
; it says which work-item it is. A barrier still ends a region, so it stays.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[ITEM:.*]] = call i64 @__wherry_item()
; CHECK:         getelementptr inbounds i8, ptr %{{.*}}, i64 {{[0-9]+}}
; CHECK:         call void %{{.*}}(ptr %context, i64 %[[ITEM]])
; CHECK:         %[[EVENT:.*]] = call i64 %{{.*}}(ptr %context, ptr @{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 64, i64 4, i64 1, i64 1, i64 0)
; CHECK:         store i64 %[[EVENT]], ptr %events
; CHECK:         %[[AT_WAIT:.*]] = call i64 @__wherry_item()
; CHECK:         call void %{{.*}}(ptr %context, i64 %[[AT_WAIT]])
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i32 1, ptr %events)
; CHECK:         %[[AT_BARRIER:.*]] = call i64 @__wherry_item()
; CHECK:         call void %{{.*}}(ptr %context, i64 %[[AT_BARRIER]])
; CHECK-NEXT:    call void @__wherry_barrier(i32 1)
; CHECK-NEXT:    ret void
; CHECK:       attributes #0 = {{.*}}"wherry-scheduled"
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %events = alloca i64
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 1, i64 0)
  store i64 %event, ptr %events
  call void @__wherry_wait_events(i32 1, ptr %events)
  call void @__wherry_barrier(i32 1)
  ret void
}

declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64) convergent nounwind willreturn
declare void @__wherry_wait_events(i32, ptr) convergent nounwind willreturn
declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
