; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A private variable to which every work-item writes the same is kept once for the group: an array of events, above all,
; which the wait must see whole. The regions that only fill it run once.
; REMARK: kernel 'load': 3 regions, 1 run by an item loop
; REMARK-SAME: work-item context 0 bytes

; CHECK-LABEL: define void @wg.load(
; CHECK:         %events = alloca [2 x i64]{{.*}}, !wherry.shared
; CHECK-NOT:     llvm.lifetime.start{{.*}}(ptr %events)
; CHECK:         %[[EVENT:.*]] = call i64 %{{.*}}(ptr %context, ptr @{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 64, i64 4, i64 1, i64 1, i64 0)
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i32 1, ptr %events)
; CHECK:         store i64 %[[EVENT]], ptr %events
; CHECK:         !wherry.item_loop
; CHECK-NOT:     store i64 %{{.*}}, ptr %events
define void @wg.load(ptr %args, ptr %context) "wherry-kernel"="load" {
entry:
  %events = alloca [2 x i64]
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  call void @llvm.lifetime.start.p0(ptr %events)
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 1, i64 0)
  store i64 %event, ptr %events
  call void @__wherry_wait_events(i32 1, ptr %events)
  call void @llvm.lifetime.end.p0(ptr %events)
  %x = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(3) %tile, i64 %x
  %value = load i32, ptr addrspace(3) %from
  %to = getelementptr i32, ptr addrspace(1) %in, i64 %x
  store i32 %value, ptr addrspace(1) %to
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64) convergent nounwind willreturn
declare void @__wherry_wait_events(i32, ptr) convergent nounwind willreturn

!0 = !{}
