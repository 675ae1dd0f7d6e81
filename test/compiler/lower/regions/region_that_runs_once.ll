; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; Between two barriers nothing depends on the work-item, and nothing is written: one work-item's run has the effect of
; all, so there is no loop.
; REMARK: kernel 'idle': 3 regions, 2 run by an item loop, the others once

; CHECK-LABEL: define void @wg.idle(
; CHECK-COUNT-2: phi i64 {{.*}} !wherry.item_loop
; CHECK-NOT:     phi i64 {{.*}} !wherry.item_loop
define void @wg.idle(ptr %args, ptr %context) "wherry-kernel"="idle" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 2)
  %value = load i32, ptr addrspace(1) %out
  call void @__wherry_barrier(i32 2)
  store i32 %value, ptr addrspace(1) %place
  ret void
}

; A store to memory is made by every work-item: an atomic or a volatile one would show how often.
; REMARK: kernel 'busy': 3 regions, 3 run by an item loop
; CHECK-LABEL: define void @wg.busy(
; CHECK-COUNT-3: phi i64 {{.*}} !wherry.item_loop
define void @wg.busy(ptr %args, ptr %context) "wherry-kernel"="busy" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 2)
  %old = atomicrmw add ptr addrspace(1) %out, i32 1 monotonic
  call void @__wherry_barrier(i32 2)
  store i32 2, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
