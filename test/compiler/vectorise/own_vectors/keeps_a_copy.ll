; RUN: wherry-opt -passes=keep-own-vectors,verify %s 2>&1 | FileCheck %s
; A kernel that computes with vectors is copied, before the vectors are split; the copy is no kernel to other passes. One
; without vectors is not, nor one whose sub-groups have to become lanes.

; CHECK:       define void @wg.colours({{.*}} #[[KERNEL:[0-9]+]] {
; CHECK:       define void @wg.plain(
; CHECK:       define void @wg.sub_groups(
; CHECK:       define internal void @own.vectors(
; CHECK-NOT:   define
; CHECK:       attributes #[[KERNEL]] = {{.*}} "wherry-with-own-vectors"="own.vectors"
define void @wg.colours(ptr addrspace(1) %colours, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %at = getelementptr <4 x float>, ptr addrspace(1) %colours, i64 %x
  %colour = load <4 x float>, ptr addrspace(1) %at
  %twice = fadd <4 x float> %colour, %colour
  store <4 x float> %twice, ptr addrspace(1) %at
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.plain(ptr addrspace(1) %numbers, i64 %size) #1 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %at = getelementptr float, ptr addrspace(1) %numbers, i64 %x
  %number = load float, ptr addrspace(1) %at
  %twice = fadd float %number, %number
  store float %twice, ptr addrspace(1) %at
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.sub_groups(ptr addrspace(1) %colours, i64 %size) #2 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %lane = call i32 @__wherry_sub_group_lane()
  %at = getelementptr <4 x float>, ptr addrspace(1) %colours, i32 %lane
  %colour = load <4 x float>, ptr addrspace(1) %at
  %twice = fadd <4 x float> %colour, %colour
  store <4 x float> %twice, ptr addrspace(1) %at
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare i32 @__wherry_sub_group_lane()

attributes #0 = { "wherry-kernel"="colours" "wherry-regions"="1" "wherry-vectorise" }
attributes #1 = { "wherry-kernel"="plain" "wherry-regions"="1" "wherry-vectorise" }
attributes #2 = { "wherry-kernel"="sub_groups" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
