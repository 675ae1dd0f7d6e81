; RUN: wherry-opt -passes=check-races %s 2>/dev/null | FileCheck %s
; An atomic access is told before it is made, and again behind it if it may have read what another work-item has
; released. The last number is its order: 1 acquire, 2 release, 4 in the work-group alone. Fences tell theirs, and the
; memory that they order: all of it, unless their scope says which.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         call void @__wherry_race_atomic(ptr %{{.*}}, i64 %{{.*}}, i64 281474976710660, i32 0)
; CHECK-NEXT:    atomicrmw add {{.*}} monotonic
; CHECK-NEXT:    call void @__wherry_race_acquired(ptr %{{.*}}, i64 %{{.*}}, i64 281474976710660, i32 0)
; CHECK:         call void @__wherry_race_atomic({{.*}}, i32 2)
; CHECK-NEXT:    store atomic i32 1, {{.*}} release
; CHECK-NOT:     @__wherry_race_acquired(
; CHECK:         call void @__wherry_race_atomic({{.*}}, i32 1)
; CHECK-NEXT:    load atomic i32, {{.*}} acquire
; CHECK-NEXT:    call void @__wherry_race_acquired({{.*}}, i32 1)
; CHECK:         call void @__wherry_race_atomic({{.*}}, i32 3)
; CHECK-NEXT:    cmpxchg
; CHECK-NEXT:    call void @__wherry_race_acquired({{.*}}, i32 3)
; CHECK:         call void @__wherry_race_atomic({{.*}}, i32 6)
; CHECK-NEXT:    store atomic i32 2, {{.*}} syncscope("workgroup") release
; CHECK:         call void @__wherry_race_fence(i64 %{{.*}}, i32 3, i32 7)
; CHECK-NEXT:    fence acq_rel
; CHECK:         call void @__wherry_race_fence(i64 %{{.*}}, i32 6, i32 1)
; CHECK-NEXT:    fence syncscope("workgroup") release
; CHECK:         call void @__wherry_race_fence(i64 %{{.*}}, i32 3, i32 2)
; CHECK-NEXT:    fence seq_cst
; CHECK-NOT:     @__wherry_race
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %old = atomicrmw add ptr addrspace(1) %out, i32 1 monotonic
  store atomic i32 1, ptr addrspace(1) %out release, align 4
  %now = load atomic i32, ptr addrspace(1) %out acquire, align 4
  %pair = cmpxchg ptr addrspace(1) %out, i32 0, i32 1 acq_rel monotonic
  store atomic i32 2, ptr addrspace(1) %out syncscope("workgroup") release, align 4
  fence acq_rel
  fence syncscope("workgroup:1") release
  fence syncscope("device:2") seq_cst
  fence syncscope("singlethread") seq_cst
  ret void
}

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
