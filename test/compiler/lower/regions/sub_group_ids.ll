; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Sub-groups are work-items that follow each other by their number: an id is the first lane's number over the size, and
; the last sub-group of a group is as small as what is left (OpenCL 3.0 API, 3.2.1). The lane's own number and the
; operations stay for the vectoriser.

; CHECK-LABEL: define void @wg.ids(
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         %[[ITEM:.*]] = add nuw i64 %first.of.line, %
; CHECK:         %[[FIRST:.*]] = call i64 @__wherry_first_lane(i64 %[[ITEM]])
; CHECK:         %[[ID:.*]] = lshr i64 %[[FIRST]], 4
; CHECK:         trunc i64 %[[ID]] to i32
; CHECK:         %[[FIRST_AGAIN:.*]] = call i64 @__wherry_first_lane(i64 %[[ITEM]])
; CHECK:         %[[LEFT:.*]] = sub i64 40, %[[FIRST_AGAIN]]
; CHECK:         %[[LEFT_32:.*]] = trunc i64 %[[LEFT]] to i32
; CHECK:         call i32 @llvm.umin.i32(i32 %[[LEFT_32]], i32 16)
; CHECK:         call i32 @__wherry_sub_group_lane()
; CHECK:         call i32 @__wherry_sub_group_ballot(
define void @wg.ids(ptr %args, ptr %context) "wherry-kernel"="ids" "wherry-sub-groups" "wherry-sub-group-size"="16" "wherry-local-size"="40,1,1" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %id = call i32 @__wherry_sub_group_id()
  %size = call i32 @__wherry_sub_group_size()
  %lane = call i32 @__wherry_sub_group_lane()
  %ballot = call i32 @__wherry_sub_group_ballot(i32 %lane)
  %a = add i32 %id, %size
  %b = add i32 %a, %ballot
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %b, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i32 @__wherry_sub_group_id() nounwind speculatable willreturn memory(none)
declare i32 @__wherry_sub_group_size() nounwind speculatable willreturn memory(none)
declare i32 @__wherry_sub_group_lane() nounwind speculatable willreturn memory(none)
declare i32 @__wherry_sub_group_ballot(i32) convergent nounwind willreturn memory(none)

!0 = !{}
