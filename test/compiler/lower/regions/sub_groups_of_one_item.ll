; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; A work-group of one work-item has no lanes: each operation of its sub-group gives the work-item what it has itself.

; CHECK-LABEL: define void @wg.one(
; CHECK-NOT:     @__wherry_sub_group
; CHECK:         load i32, ptr addrspace(1) %in,
; CHECK-NOT:     @__wherry_sub_group
; CHECK:         load i32, ptr addrspace(3) %tile
; CHECK-NOT:     @__wherry_sub_group
; CHECK:       {{^[}]}}
define void @wg.one(ptr %args, ptr %context) "wherry-kernel"="one" "wherry-sub-groups" "wherry-sub-group-size"="16" "wherry-local-size"="1,1,1" {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %second = getelementptr i8, ptr %args, i64 8
  %tile = load ptr addrspace(3), ptr %second, !invariant.load !0
  %lane = call i32 @__wherry_sub_group_lane()
  %of_all = call ptr addrspace(1) @__wherry_sub_group_pointer(ptr addrspace(1) %in)
  %of_tile = call ptr addrspace(3) @__wherry_sub_group_pointer_local(ptr addrspace(3) %tile)
  %a = load i32, ptr addrspace(1) %of_all
  %b = load i32, ptr addrspace(3) %of_tile
  %sum = add i32 %a, %b
  %wide = zext i32 %sum to i64
  %other = call i64 @__wherry_sub_group_shuffle(i64 %wide, i32 106, i32 %lane)
  %number = trunc i64 %other to i32
  store i32 %number, ptr addrspace(1) %in
  ret void
}

declare i32 @__wherry_sub_group_lane()
declare ptr addrspace(1) @__wherry_sub_group_pointer(ptr addrspace(1))
declare ptr addrspace(3) @__wherry_sub_group_pointer_local(ptr addrspace(3))
declare i64 @__wherry_sub_group_shuffle(i64, i32, i32)
!0 = !{}
