; RUN: wherry-opt -passes=mark-sub-groups %s 2>/dev/null | FileCheck %s
; Functions that all of a sub-group have to call, with the arguments that they pass alike.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define spir_func i32 @all(
; CHECK:         call void (...) @__wherry_sub_group_meet() #[[C:[0-9]+]]
; CHECK-NEXT:    call spir_func i32 @_Z20sub_group_reduce_addi(
define spir_func i32 @all(i32 %x) {
  %sum = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x)
  ret i32 %sum
}

; A sub-group has so many work-items.
; CHECK-LABEL: define spir_func i32 @one(
; CHECK:         %[[LANE:.*]] = zext i32 %lane to i64
; CHECK:         call void (...) @__wherry_sub_group_meet(i64 %[[LANE]])
; CHECK:         %[[SIZE:.*]] = call i32 @__wherry_sub_group_size()
; CHECK:         %[[LACKS:.*]] = icmp uge i32 %lane, %[[SIZE]]
; CHECK:         call void @__wherry_wrong(i1 %[[LACKS]], i32 10,
; CHECK:         call spir_func i32 @_Z19sub_group_broadcastij(
define spir_func i32 @one(i32 %x, i32 %lane) {
  %of = call spir_func i32 @_Z19sub_group_broadcastij(i32 %x, i32 %lane)
  ret i32 %of
}

; Data may differ, the pointer may not.
; CHECK-LABEL: define spir_func void @block(
; CHECK:         %[[P:.*]] = ptrtoint ptr addrspace(1) %p to i64
; CHECK:         call void (...) @__wherry_sub_group_meet(i64 %[[P]])
; CHECK-NEXT:    call spir_func void @_Z27intel_sub_group_block_writePU3AS1jj(
define spir_func void @block(ptr addrspace(1) %p, i32 %x) {
  call spir_func void @_Z27intel_sub_group_block_writePU3AS1jj(ptr addrspace(1) %p, i32 %x)
  ret void
}

; Of those that come: the first one's.
; CHECK-LABEL: define spir_func i32 @some(
; CHECK-NOT:     __wherry_sub_group_meet
; CHECK:         %[[COME:.*]] = call i32 @__wherry_sub_group_ballot(i32 1)
; CHECK:         call i64 @__wherry_sub_group_broadcast(i64 %{{.*}}, i32 106, i32 %{{.*}})
; CHECK:         call void @__wherry_wrong(i1 %{{.*}}, i32 9,
define spir_func i32 @some(i32 %x, i32 %lane) {
  %of = call spir_func i32 @_Z31sub_group_non_uniform_broadcastij(i32 %x, i32 %lane)
  ret i32 %of
}

; Each may call these as it likes.
; CHECK-LABEL: define spir_func i32 @free(
; CHECK-NOT:     __wherry
; CHECK:         ret i32
define spir_func i32 @free(i32 %x, i32 %lane) {
  %any = call spir_func i32 @_Z25sub_group_non_uniform_anyi(i32 %x)
  %of = call spir_func i32 @_Z17sub_group_shuffleij(i32 %any, i32 %lane)
  ret i32 %of
}

; CHECK: attributes #[[C]] = { convergent }

declare spir_func i32 @_Z20sub_group_reduce_addi(i32)
declare spir_func i32 @_Z19sub_group_broadcastij(i32, i32)
declare spir_func void @_Z27intel_sub_group_block_writePU3AS1jj(ptr addrspace(1), i32)
declare spir_func i32 @_Z31sub_group_non_uniform_broadcastij(i32, i32)
declare spir_func i32 @_Z25sub_group_non_uniform_anyi(i32)
declare spir_func i32 @_Z17sub_group_shuffleij(i32, i32)

!llvm.module.flags = !{!90}
!90 = !{i32 7, !"wherry.check_barrier", i32 1}
