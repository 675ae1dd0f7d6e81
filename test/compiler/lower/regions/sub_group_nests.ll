; RUN: sed -e s/SIZE// %s | wherry-opt -passes=form-regions 2>/dev/null | FileCheck %s --check-prefixes=CHECK,EITHER
; RUN: sed -e s/SIZE/\"wherry-local-size\"=\"32,4,1\"/ %s | wherry-opt -passes=form-regions 2>/dev/null | FileCheck %s --check-prefixes=CHECK,NEST
; RUN: sed -e s/SIZE/\"wherry-local-size\"=\"24,1,1\"/ %s | wherry-opt -passes=form-regions 2>/dev/null | FileCheck %s --check-prefixes=CHECK,NEST
; RUN: sed -e s/SIZE/\"wherry-local-size\"=\"24,4,1\"/ %s | wherry-opt -passes=form-regions 2>/dev/null | FileCheck %s --check-prefixes=CHECK,FLAT
; An item loop along x holds whole sub-groups only if the x size is a multiple of theirs, or y and z have size 1. Else
; one loop goes over all work-items, and computes ids from their number. Where the size is not known, the region has both
; loops, and the group chooses.

; CHECK-LABEL: define void @wg.shuffled(
; EITHER:        %[[REST:.*]] = and i64 %local_size, 15
; EITHER:        icmp eq i64 %[[REST]], 0
; EITHER:        br i1 %{{.*}}, label %nest{{.*}}, label %nest
; EITHER-COUNT-2: phi i64 {{.*}} !wherry.item_loop
; EITHER-NOT:    phi i64 {{.*}} !wherry.item_loop

; NEST-NOT:      label %nest
; NEST:          phi i64 {{.*}} !wherry.outer_item_loop
; NEST:          %[[Y:.*]] = phi i64 {{.*}} !wherry.outer_item_loop
; NEST:          %[[X:.*]] = phi i64 {{.*}} !wherry.item_loop
; NEST:          icmp ult i64 %{{.*}}, {{32|24}}, !wherry.item_loop
; NEST:          add i64 %[[Y]], %[[X]]
; NEST-NOT:      !wherry.item_loop !

; FLAT-NOT:      label %nest
; FLAT:          %[[ALL:.*]] = phi i64 {{.*}} !wherry.item_loop
; FLAT:          fptosi float
; FLAT:          icmp ult i64 %{{.*}}, 96, !wherry.item_loop
; FLAT-NOT:      phi i64 {{.*}} !wherry.item_loop
define void @wg.shuffled(ptr %args, ptr %context) "wherry-kernel"="shuffled" "wherry-sub-groups" "wherry-sub-group-size"="16" SIZE {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %sum = add i64 %y, %x
  %other = call i64 @__wherry_sub_group_shuffle(i64 %sum, i32 109, i32 3)
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %other
  store i64 %x, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_sub_group_shuffle(i64, i32, i32) convergent nounwind willreturn memory(none)

!0 = !{}
