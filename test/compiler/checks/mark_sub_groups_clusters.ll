; RUN: wherry-opt -passes=mark-sub-groups %s 2>/dev/null | FileCheck %s
; Arguments of functions that a part of the sub-group may call: equal in the work-items that call, and clusters of a size
; that there is. Pipes' functions are for all work-items, with equal arguments.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; The first lane's delta is the one to compare with.
; CHECK-LABEL: define spir_func i32 @rotate(
; CHECK:         %[[COME:.*]] = call i32 @__wherry_sub_group_ballot(i32 1)
; CHECK:         %[[FIRST:.*]] = call i32 @llvm.cttz.i32(i32 %[[COME]], i1 true)
; CHECK:         %[[DELTA:.*]] = zext i32 %delta to i64
; CHECK:         %[[WIDE:.*]] = call i64 @__wherry_sub_group_broadcast(i64 %[[DELTA]], i32 106, i32 %[[FIRST]])
; CHECK:         %[[OTHER:.*]] = trunc i64 %[[WIDE]] to i32
; CHECK:         %[[DIFFERS:.*]] = icmp ne i32 %delta, %[[OTHER]]
; CHECK:         call void @__wherry_wrong(i1 %[[DIFFERS]], i32 9,
; CHECK-NOT:     __wherry
; CHECK:         ret i32
define spir_func i32 @rotate(i32 %x, i32 %delta) {
  %of = call spir_func i32 @_Z16sub_group_rotateij(i32 %x, i32 %delta)
  ret i32 %of
}

; CHECK-LABEL: define spir_func i32 @rotate_clusters(
; CHECK:         call void @__wherry_wrong(i1 %{{.*}}, i32 9,
; CHECK:         %[[WIDTH:.*]] = call i32 @__wherry_sub_group_width()
; CHECK:         %[[ONES:.*]] = call i32 @llvm.ctpop.i32(i32 4)
; CHECK:         %[[NO_POWER:.*]] = icmp ne i32 %[[ONES]], 1
; CHECK:         %[[LARGE:.*]] = icmp ugt i32 4, %[[WIDTH]]
; CHECK:         %[[WRONG:.*]] = or i1 %[[NO_POWER]], %[[LARGE]]
; CHECK:         call void @__wherry_wrong(i1 %[[WRONG]], i32 11, i64 4,
define spir_func i32 @rotate_clusters(i32 %x, i32 %delta) {
  %of = call spir_func i32 @_Z26sub_group_clustered_rotateijj(i32 %x, i32 %delta, i32 4)
  ret i32 %of
}

; Only the first word has bits of a sub-group.
; CHECK-LABEL: define spir_func i32 @inverse_ballot(
; CHECK:         %[[WORD:.*]] = extractelement <4 x i32> %votes, i64 0
; CHECK:         icmp ne i32 %[[WORD]], %{{.*}}
; CHECK:         call void @__wherry_wrong(i1 %{{.*}}, i32 9,
; CHECK-NOT:     __wherry
; CHECK:         ret i32
define spir_func i32 @inverse_ballot(<4 x i32> %votes) {
  %of = call spir_func i32 @_Z24sub_group_inverse_ballotDv4_j(<4 x i32> %votes)
  ret i32 %of
}

; CHECK-LABEL: define spir_func i32 @reduce_clusters(
; CHECK-NOT:     i32 9,
; CHECK:         call void @__wherry_wrong(i1 %{{.*}}, i32 11, i64 %{{.*}},
; CHECK:         call spir_func i32 @_Z30sub_group_clustered_reduce_addij(
define spir_func i32 @reduce_clusters(i32 %x, i32 %size) {
  %of = call spir_func i32 @_Z30sub_group_clustered_reduce_addij(i32 %x, i32 %size)
  ret i32 %of
}

; The pipe itself is an argument of the kernel, which is equal in any case.
; CHECK-LABEL: define spir_func ptr @reserve(
; CHECK:         %[[COUNT:.*]] = zext i32 %count to i64
; CHECK:         call void (...) @__wherry_sub_group_meet({{.*}}i64 %[[COUNT]]{{.*}})
; CHECK:         call spir_func ptr @__sub_group_reserve_write_pipe(
define spir_func ptr @reserve(target("spirv.Pipe", 1) %pipe, i32 %count) {
  %id = call spir_func ptr @__sub_group_reserve_write_pipe(target("spirv.Pipe", 1) %pipe, i32 %count, i32 4, i32 4)
  ret ptr %id
}

declare spir_func i32 @_Z16sub_group_rotateij(i32, i32)
declare spir_func i32 @_Z26sub_group_clustered_rotateijj(i32, i32, i32)
declare spir_func i32 @_Z24sub_group_inverse_ballotDv4_j(<4 x i32>)
declare spir_func i32 @_Z30sub_group_clustered_reduce_addij(i32, i32)
declare spir_func ptr @__sub_group_reserve_write_pipe(target("spirv.Pipe", 1), i32, i32, i32)

!llvm.module.flags = !{!90}
!90 = !{i32 7, !"wherry.check_barrier", i32 1}
