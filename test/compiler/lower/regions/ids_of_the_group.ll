; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Ids and sizes that the group shares are fields of its context, or of the launch that the context points to; each is
; loaded once, before the first region. Dimension 2 stands 16 bytes behind dimension 0.

; CHECK-LABEL: define void @wg.ids(
; CHECK:         %[[GROUP:.*]] = getelementptr inbounds i8, ptr %context, i64 24
; CHECK:         load i64, ptr %[[GROUP]], align 8, !invariant.load
; CHECK:         %[[TO_LAUNCH:.*]] = getelementptr inbounds i8, ptr %context, i64 0
; CHECK:         %[[LAUNCH:.*]] = load ptr, ptr %[[TO_LAUNCH]], align 8, !invariant.load
; CHECK:         %[[GLOBAL:.*]] = getelementptr inbounds i8, ptr %[[LAUNCH]], i64 0
; CHECK:         load i64, ptr %[[GLOBAL]], align 8, !invariant.load
; CHECK:         %[[DIMENSIONS:.*]] = getelementptr inbounds i8, ptr %[[LAUNCH]], i64 96
; CHECK:         load i32, ptr %[[DIMENSIONS]], align {{.*}}, !invariant.load
; CHECK-NOT:     getelementptr inbounds i8, ptr %context, i64 24
; CHECK-NOT:     call {{.*}}@__wherry
; CHECK:         !wherry.item_loop
define void @wg.ids(ptr %args, ptr %context) "wherry-kernel"="ids" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %group = call i64 @__wherry_group_id(i32 2)
  %global = call i64 @__wherry_global_size(i32 0)
  %dimensions = call i32 @__wherry_work_dim()
  %group.again = call i64 @__wherry_group_id(i32 2)
  %x = call i64 @__wherry_local_id(i32 0)
  %a = add i64 %group, %global
  %d = zext i32 %dimensions to i64
  %b = add i64 %a, %d
  %c = add i64 %b, %group.again
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %x
  store i64 %c, ptr addrspace(1) %place
  ret void
}

; A dimension known at run time only becomes an index into the field, or a choice of the loops' numbers.
; CHECK-LABEL: define void @wg.any_dimension(
; CHECK:         %[[OF_ARGS:.*]] = load i32, ptr %args
; CHECK:         %[[X:.*]] = phi i64 {{.*}} !wherry.item_loop
; CHECK:         %[[IS_1:.*]] = icmp eq i32 %[[OF_ARGS]], 1
; CHECK:         %[[HIGHER:.*]] = select i1 %[[IS_1]], i64 %{{.*}}, i64 %{{.*}}
; CHECK:         %[[IS_0:.*]] = icmp eq i32 %[[OF_ARGS]], 0
; CHECK:         select i1 %[[IS_0]], i64 %[[X]], i64 %[[HIGHER]]
define void @wg.any_dimension(ptr %args, ptr %context) "wherry-kernel"="any_dimension" {
entry:
  %dimension = load i32, ptr %args, !invariant.load !0
  %to_out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %to_out, !invariant.load !0
  %id = call i64 @__wherry_local_id(i32 %dimension)
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 1, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_group_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_global_size(i32) nounwind speculatable willreturn memory(none)
declare i32 @__wherry_work_dim() nounwind speculatable willreturn memory(none)

!0 = !{}
