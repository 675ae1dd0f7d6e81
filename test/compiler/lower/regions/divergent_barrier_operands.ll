; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Where work-items may come to a copy at different times, each keeps its operands; the copy is made with those of the
; first work-item that has come there. Nothing is shared by the group then, the array of events neither.

; CHECK-LABEL: define void @wg.some(
; CHECK-NOT:     !wherry.shared
; CHECK:       group.operation:
; CHECK:         %[[NEXT:.*]] = call i64 @wherry.next_operation(
; CHECK:         %[[PLACE:.*]] = and i64 %[[NEXT]], 4294967295
; CHECK:         %[[OFFSET:.*]] = mul nuw i64 %[[PLACE]], 8
; CHECK:         %[[ADDRESS:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 %[[OFFSET]]
; CHECK:         %[[COUNT:.*]] = load i64, ptr %[[ADDRESS]]
; CHECK:         call i64 %{{.*}}(ptr %context, ptr @{{.*}}, ptr %{{.*}}, ptr %{{.*}}, i64 %[[COUNT]], i64 4, i64 1, i64 1, i64 0)
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         store i64 %{{.*}}, ptr %{{.*}}, align {{.*}}, !llvm.access.group
define void @wg.some(ptr %args, ptr %context) "wherry-kernel"="some" {
entry:
  %events = alloca [1 x i64]
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %own = getelementptr i64, ptr addrspace(1) %in, i64 %x
  %count = load i64, ptr addrspace(1) %own
  %some = icmp ugt i64 %count, 3
  br i1 %some, label %copy, label %done
copy:
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 %count, i64 4, i64 1, i64 1, i64 0)
  store i64 %event, ptr %events
  call void @__wherry_wait_events(i32 1, ptr %events)
  br label %done
done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64) convergent nounwind willreturn
declare void @__wherry_wait_events(i32, ptr) convergent nounwind willreturn

!0 = !{}
