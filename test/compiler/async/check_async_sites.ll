; RUN: wherry-opt -passes=check-async %s 2>/dev/null | FileCheck %s
; In the checked mode each work-group operation has a site of its own, whose address tells it from the others (so it is no
; unnamed_addr constant that LLVM could merge): what it is, what a copy's pointers were made from (an argument's number, or
; behind these a local variable's), and whether work-items have to say that they came. Here they all come, with the same
; arguments, so the runtime is not asked.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@tile = internal addrspace(3) global [64 x i32] undef

; Copy 0 from argument 0 to local variable 0, behind the two arguments; the wait is 3; the barrier is 4.
; CHECK-DAG:   @[[COPY:.*]] = private constant { {{.*}} } { {{.*}}, i32 0, i32 2, i32 0, i32 0 }
; CHECK-DAG:   @[[WAIT:.*]] = private constant { {{.*}} } { {{.*}}, i32 3, i32 -1, i32 -1, i32 0 }
; CHECK-DAG:   @[[BARRIER:.*]] = private constant { {{.*}} } { {{.*}}, i32 4, i32 -1, i32 -1, i32 0 }

; CHECK:       define void @wg.k({{.*}} !wherry.local_variables ![[VARIABLES:[0-9]+]]
; CHECK-NOT:     call void {{.*}}@__wherry_arrive
; CHECK:         call i64 @__wherry_async_copy_to_local({{.*}}), !wherry.site ![[AT_COPY:[0-9]+]]
; CHECK:         call void @__wherry_wait_events({{.*}}), !wherry.site ![[AT_WAIT:[0-9]+]]
; CHECK:         call void @__wherry_barrier({{.*}}), !wherry.site ![[AT_BARRIER:[0-9]+]]
; CHECK:       attributes #0 = {{.*}}"wherry-checked"
; CHECK-DAG:   ![[VARIABLES]] = !{![[VARIABLE:[0-9]+]]}
; CHECK-DAG:   ![[VARIABLE]] = !{!"tile",
; CHECK-DAG:   ![[AT_COPY]] = !{ptr @[[COPY]]}
; CHECK-DAG:   ![[AT_WAIT]] = !{ptr @[[WAIT]]}
; CHECK-DAG:   ![[AT_BARRIER]] = !{ptr @[[BARRIER]]}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %events = alloca i64
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) @tile, ptr addrspace(1) %in, i64 64, i64 4, i64 1, i64 1, i64 0)
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
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!llvm.module.flags = !{!99}
!99 = !{i32 7, !"wherry.check_async", i32 1}
