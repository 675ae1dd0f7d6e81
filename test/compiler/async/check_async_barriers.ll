; RUN: wherry-opt -passes=check-async %s 2>/dev/null | FileCheck %s
; RUN: sed 's/check_barrier/check_bounds/' %s | wherry-opt -passes=check-async 2>/dev/null | FileCheck %s --check-prefix=OFF
; With barrier, work-items say which barrier or group function they come to, with its common arguments, where the compiler
; does not see that all do. Sub-group barriers that a pass has made are none of the program's.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-DAG:   @[[BARRIER:.*]] = private constant { {{.*}} } { {{.*}}, i32 4, i32 -1, i32 -1, i32 1 }
; CHECK-DAG:   @[[FUNCTION:.*]] = private constant { {{.*}} } { {{.*}}, i32 6, i32 -1, i32 -1, i32 1 }
; CHECK-DAG:   @[[SUB_GROUP:.*]] = private constant { {{.*}} } { {{.*}}, i32 7, i32 -1, i32 -1, i32 1 }

; CHECK-LABEL: define void @wg.k(
; CHECK:         call void (ptr, i64, ...) @__wherry_arrive(ptr @[[BARRIER]], i64 %{{.*}}, i64 1)
; CHECK-NEXT:    call void @__wherry_barrier(
; CHECK:         call void (ptr, i64, ...) @__wherry_arrive(ptr @[[SUB_GROUP]], i64 %{{.*}})
; CHECK-NEXT:    call void @__wherry_sub_group_barrier()
; CHECK-NOT:     @__wherry_arrive
; CHECK:         call void @__wherry_sub_group_barrier(), !wherry.made_barrier
; CHECK:         call void (ptr, i64, ...) @__wherry_arrive(ptr @[[FUNCTION]], i64 %{{.*}}, i64 %x, i64 0, i64 0)
; CHECK-NEXT:    call i64 @__wherry_broadcast(
; CHECK:         ret void
; OFF-NOT:       call void (ptr, i64, ...) @__wherry_arrive
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %value = alloca i64
  %x = call i64 @__wherry_local_id(i32 0)
  %first = icmp eq i64 %x, 0
  br i1 %first, label %some, label %all
some:
  call void @__wherry_barrier(i32 1)
  call void @__wherry_sub_group_barrier()
  call void @__wherry_sub_group_barrier(), !wherry.made_barrier !0
  br label %all
all:
  %got = call i64 @__wherry_broadcast(ptr %value, i32 105, i64 %x, i64 0, i64 0)
  ret void
}

; Where all come, with the same arguments, no work-item says so.
; CHECK-LABEL: define void @wg.uniform(
; CHECK-NOT:     @__wherry_arrive
; CHECK:         ret void
define void @wg.uniform(ptr %args, ptr %context) "wherry-kernel"="uniform" {
  call void @__wherry_barrier(i32 1)
  ret void
}

declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare void @__wherry_sub_group_barrier() convergent nounwind willreturn
declare i64 @__wherry_broadcast(ptr, i32, i64, i64, i64) convergent nounwind willreturn
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
!llvm.module.flags = !{!99}
!99 = !{i32 7, !"wherry.check_barrier", i32 1}
