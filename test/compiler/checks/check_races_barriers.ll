; RUN: wherry-opt -passes=check-races %s 2>/dev/null | FileCheck %s
; A barrier tells the host its flags. A work-group function orders all memory: such a barrier stands behind it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     @__wherry_barrier(
; CHECK:         call void @__wherry_race_barrier(i32 1)
; CHECK:         call i64 @__wherry_reduce(
; CHECK-NEXT:    call void @__wherry_race_barrier(i32 3)
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !0 {
entry:
  %private = alloca i32
  call void @__wherry_barrier(i32 1)
  %sum = call i64 @__wherry_reduce(ptr %private, i32 105, i32 43)
  ret void
}

; A kernel that shares no memory is left alone.
; CHECK-LABEL: define void @wg.alone(
; CHECK-NOT:     __wherry
; CHECK:         ret void
define void @wg.alone(ptr %args, ptr %context) "wherry-kernel"="alone" !wherry.args !0 {
entry:
  %private = alloca i32
  store i32 1, ptr %private
  ret void
}

; CHECK: attributes {{.*}} "wherry-kernel"="alone" }

declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare i64 @__wherry_reduce(ptr, i32, i32) convergent nounwind willreturn

!0 = !{}
