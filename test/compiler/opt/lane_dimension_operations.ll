; RUN: wherry-opt -passes=choose-lane-dimension %s 2>/dev/null | FileCheck %s
; A barrier or the work-item's linear number ties the order of work-items to dimension 0: what is kept for each work-item
; stands in that order.

; CHECK-LABEL: define void @wg.barrier(
; CHECK-LABEL: define void @wg.item(
; CHECK-NOT:   "wherry-lane-dimension"
define void @wg.barrier(ptr %args, ptr %context) "wherry-kernel"="barrier" "wherry-local-size"="8,8,1" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %x, 1024
  %index = add i64 %row, %y
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 1)
  ret void
}

define void @wg.item(ptr %args, ptr %context) "wherry-kernel"="item" "wherry-local-size"="8,8,1" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %x, 1024
  %index = add i64 %row, %y
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %place
  %item = call i64 @__wherry_item()
  ret void
}

declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare i64 @__wherry_item() nounwind speculatable willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
