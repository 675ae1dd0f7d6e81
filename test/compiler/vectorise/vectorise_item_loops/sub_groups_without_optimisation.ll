; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; With -cl-opt-disable, loops that use sub-group functions become vectors of the sub-group's size all the same, and all
; other loops stay, without a word.

; CHECK:       vectorised, 8 work-items
; CHECK-NOT:   work-items at once
; CHECK-LABEL: @wg.two(
; CHECK:       store i32 7
; CHECK:       store <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
declare i32 @__wherry_sub_group_lane() memory(none)

define void @wg.two(ptr addrspace(1) %out, ptr addrspace(1) %lanes, i64 %size) #0 {
entry:
  br label %first

first:
  %x = phi i64 [ 0, %entry ], [ %x.next, %first ], !wherry.item_loop !0
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 7, ptr addrspace(1) %to, align 4
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %first, label %between, !wherry.item_loop !0

between:
  br label %second

second:
  %x2 = phi i64 [ 0, %between ], [ %x2.next, %second ], !wherry.item_loop !0
  %lane = call i32 @__wherry_sub_group_lane()
  %lane.to = getelementptr inbounds i32, ptr addrspace(1) %lanes, i64 %x2
  store i32 %lane, ptr addrspace(1) %lane.to, align 4
  %x2.next = add nuw nsw i64 %x2, 1
  %again2 = icmp ult i64 %x2.next, %size, !wherry.item_loop !0
  br i1 %again2, label %second, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="two" "wherry-regions"="1" "wherry-sub-group-size"="8" "wherry-sub-groups" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 8, !"wherry.optimize", i32 0}
