; RUN: wherry-opt -passes=mark-sub-groups %s 2>/dev/null | FileCheck %s
; The value of a work-item that does not come is no value.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define spir_func float @shuffle(
; CHECK:         %[[COME:.*]] = call i32 @__wherry_sub_group_ballot(i32 1)
; CHECK:         lshr i32 %[[COME]],
; CHECK:         icmp ult i32 %lane, 32
; CHECK:         %[[COMES:.*]] = and i1
; CHECK:         call i64 @__wherry_unwritten()
; CHECK:         %[[NONE:.*]] = bitcast i32 %{{.*}} to float
; CHECK:         %of = call spir_func float @_Z17sub_group_shufflefj(
; CHECK-NEXT:    %[[VALUE:.*]] = select i1 %[[COMES]], float %of, float %[[NONE]]
; CHECK-NEXT:    ret float %[[VALUE]]
define spir_func float @shuffle(float %x, i32 %lane) {
  %of = call spir_func float @_Z17sub_group_shufflefj(float %x, i32 %lane)
  ret float %of
}

; Votes have values whoever comes.
; CHECK-LABEL: define spir_func i32 @vote(
; CHECK-NOT:     __wherry
; CHECK:         ret i32
define spir_func i32 @vote(i32 %x) {
  %any = call spir_func i32 @_Z25sub_group_non_uniform_anyi(i32 %x)
  ret i32 %any
}

declare spir_func i32 @_Z25sub_group_non_uniform_anyi(i32)
declare spir_func float @_Z17sub_group_shufflefj(float, i32)

!llvm.module.flags = !{!90}
!90 = !{i32 7, !"wherry.check_uninit", i32 1}
