; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Compiled for schedules, a group runs its work-items first to last or last to first, as its context says. Such loops
; are not for the vectoriser: they have no item loop metadata.

; CHECK-LABEL: define void @wg.scheduled(
; CHECK:         %[[FIELD:.*]] = getelementptr inbounds i8, ptr %context, i64 80
; CHECK:         %[[LAST_FIRST:.*]] = load i64, ptr %[[FIELD]], {{.*}}!invariant.load
; CHECK-NOT:     !wherry.item_loop
; CHECK-NOT:     !wherry.outer_item_loop
; CHECK:         %[[NUMBER:.*]] = phi i64
; CHECK:         %[[LAST:.*]] = sub i64 %local_size{{.*}}, 1
; CHECK:         %[[FROM_LAST:.*]] = sub i64 %[[LAST]], %[[NUMBER]]
; CHECK:         %[[IS_LAST_FIRST:.*]] = trunc i64 %[[LAST_FIRST]] to i1
; CHECK:         select i1 %[[IS_LAST_FIRST]], i64 %[[FROM_LAST]], i64 %[[NUMBER]]
; CHECK-NOT:     !wherry.item_loop
; CHECK-LABEL: define void @wg.plain(
define void @wg.scheduled(ptr %args, ptr %context) "wherry-kernel"="scheduled" "wherry-scheduled" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %x, ptr addrspace(1) %place
  ret void
}

; Where sub-groups count, lanes go together and in order. Another kernel of the module is not touched by the mode.
; CHECK:         phi i64 {{.*}} !wherry.item_loop
define void @wg.plain(ptr %args, ptr %context) "wherry-kernel"="plain" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %x, ptr addrspace(1) %place
  ret void
}

; CHECK-LABEL: define void @wg.lanes(
; CHECK-NOT:     getelementptr inbounds i8, ptr %context, i64 80
; CHECK:         phi i64 {{.*}} !wherry.item_loop
define void @wg.lanes(ptr %args, ptr %context) "wherry-kernel"="lanes" "wherry-scheduled" "wherry-sub-groups" "wherry-sub-group-size"="16" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %x, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
