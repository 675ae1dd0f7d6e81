; RUN: wherry-opt -passes=check-async %s 2>/dev/null | FileCheck %s
; OpenCL C 6.15.11: all work-items make the same copies with the same arguments. Where the compiler cannot see that they
; do (the branch here), each work-item says where it has come to, with its arguments, and when it ends.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-DAG:   @[[COPY:.*]] = private constant { {{.*}} } { {{.*}}, i32 0, i32 -1, i32 0, i32 1 }
; CHECK-DAG:   @[[WAIT:.*]] = private constant { {{.*}} } { {{.*}}, i32 3, i32 -1, i32 -1, i32 1 }
; CHECK-DAG:   @[[BARRIER:.*]] = private constant { {{.*}} } { {{.*}}, i32 4, i32 -1, i32 -1, i32 0 }
; CHECK-DAG:   @[[END:.*]] = private constant { {{.*}} } { {{.*}}, i32 5, i32 -1, i32 -1, i32 1 }

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[ITEM:.*]] = call i64 @__wherry_item()
; CHECK:         call void (ptr, i64, ...) @__wherry_arrive(ptr @[[COPY]], i64 %[[ITEM]], i64 %{{.*}}, i64 %{{.*}}, i64 %x, i64 4, i64 1, i64 1, i64 0)
; CHECK-NEXT:    call i64 @__wherry_async_copy_to_local(
; CHECK:         %[[AT_WAIT:.*]] = call i64 @__wherry_item()
; CHECK:         call void @__wherry_arrive_at_wait(ptr @[[WAIT]], i64 %[[AT_WAIT]], i32 1, ptr %events)
; CHECK-NEXT:    call void @__wherry_wait_events(
; CHECK:         call void (ptr, i64, ...) @__wherry_arrive(ptr @[[BARRIER]], i64 %{{.*}})
; CHECK-NEXT:    call void @__wherry_barrier(
; CHECK:         call void (ptr, i64, ...) @__wherry_arrive(ptr @[[END]], i64 %{{.*}})
; CHECK-NEXT:    ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %events = alloca i64
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %some = icmp ult i64 %x, 8
  br i1 %some, label %copy, label %join
copy:
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 %x, i64 4, i64 1, i64 1, i64 0)
  store i64 %event, ptr %events
  call void @__wherry_wait_events(i32 1, ptr %events)
  br label %join
join:
  call void @__wherry_barrier(i32 1)
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
