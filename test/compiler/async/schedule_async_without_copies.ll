; RUN: wherry-opt -passes=schedule-async %s 2>/dev/null | FileCheck %s
; A kernel without async copies has nothing to schedule: barriers alone change nothing.

; CHECK-LABEL: define void @wg.plain(
; CHECK-NEXT:    call void @__wherry_barrier(i32 1)
; CHECK-NEXT:    ret void
; CHECK-LABEL: define void @helper(
; CHECK-NEXT:    call void @__wherry_wait_events(i32 0, ptr null)
; CHECK-NEXT:    ret void
; CHECK-NOT:     "wherry-scheduled"
define void @wg.plain(ptr %args, ptr %context) "wherry-kernel"="plain" {
  call void @__wherry_barrier(i32 1)
  ret void
}

define void @helper() {
  call void @__wherry_wait_events(i32 0, ptr null)
  ret void
}

declare void @__wherry_wait_events(i32, ptr) convergent nounwind willreturn
declare void @__wherry_barrier(i32) convergent nounwind willreturn
