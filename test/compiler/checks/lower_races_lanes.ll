; RUN: wherry-opt -passes=lower-races %s | FileCheck %s
; Kernels of sub-groups run in lanes: each asks the host, which takes one after the other. Atomics and fences always do.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     load atomic
; CHECK:         call void %{{.*}}(ptr %context, ptr %at, i64 %access, i64 844424930131972, i64 0)
; CHECK:         call void %{{.*}}(ptr %context, ptr %at, i64 %access, i64 844424930131972, i32 3)
; CHECK:         call void %{{.*}}(ptr %context, ptr %at, i64 %access, i64 844424930131972, i32 3)
; CHECK:         call void %{{.*}}(ptr %context, i64 %access, i32 2, i32 3)
; CHECK-NOT:     __wherry_race
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context, ptr %at, i64 %access) "wherry-kernel"="k" "wherry-regions"="1" "wherry-sub-groups" !wherry.args !0 {
entry:
  call void @__wherry_race_access(ptr %at, i64 %access, i64 844424930131972, i64 0, i32 64, i32 4, i32 0)
  call void @__wherry_race_atomic(ptr %at, i64 %access, i64 844424930131972, i32 3)
  call void @__wherry_race_acquired(ptr %at, i64 %access, i64 844424930131972, i32 3)
  call void @__wherry_race_fence(i64 %access, i32 2, i32 3)
  ret void
}

declare void @__wherry_race_access(ptr, i64, i64, i64, i32, i32, i32)
declare void @__wherry_race_atomic(ptr, i64, i64, i32)
declare void @__wherry_race_acquired(ptr, i64, i64, i32)
declare void @__wherry_race_fence(i64, i32, i32)

!0 = !{}
