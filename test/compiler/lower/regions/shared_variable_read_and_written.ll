; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; A variable that every work-item gives the same value, but that a region with work of its own both reads and writes,
; cannot be one for the group: the second work-item would read what the first has written for later.

; CHECK-LABEL: define void @wg.count(
; CHECK-NOT:     !wherry.shared
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-NOT:     !wherry.shared
; CHECK:       "wherry-context-bytes"="8"
define void @wg.count(ptr %args, ptr %context) "wherry-kernel"="count" {
entry:
  %counter = alloca [2 x i32]
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr %counter
  call void @__wherry_barrier(i32 2)
  %before = load i32, ptr %counter
  %after = add i32 %before, 1
  store i32 %after, ptr %counter
  store i32 %before, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 2)
  %last = load i32, ptr %counter
  store i32 %last, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
