; RUN: wherry-opt -passes=mark-work-group-code,kernel-entry,lower-global-ids %s | FileCheck %s
; Where nothing in a kernel depends on how its work-items are grouped, the runtime may choose groups of its own. Global
; ids and sizes are the same in all groupings, although a global id becomes a sum of the work-group's id and size.

; CHECK-DAG: define void @wg.globals({{.*}} #[[GLOBALS:[0-9]+]]
; CHECK-DAG: %[[GROUP:.*]] = call i64 @__wherry_group_id(i32 0)
; CHECK-DAG: %[[SIZE:.*]] = call i64 @__wherry_enqueued_local_size(i32 0)
; CHECK-DAG: %[[FIRST:.*]] = mul i64 %[[SIZE]], %[[GROUP]]
; CHECK-DAG: %[[ITEM:.*]] = call i64 @__wherry_local_id(i32 0)
; CHECK-DAG: %[[INDEX:.*]] = add i64 %[[FIRST]], %[[ITEM]]
; CHECK-DAG: add i64 %[[INDEX]], %{{.*}}
; CHECK-DAG: attributes #[[GLOBALS]] = {{.*}}"wherry-kernel"="globals"{{.*}}"wherry-regroupable"
define spir_kernel void @globals() {
  %id = call i64 @__wherry_global_id(i32 0)
  %size = call i64 @__wherry_global_size(i32 0)
  %offset = call i64 @__wherry_global_offset(i32 0)
  %dimensions = call i32 @__wherry_work_dim()
  call spir_func void @helper()
  ret void
}

define internal spir_func void @helper() {
  %id = call i64 @__wherry_global_id(i32 1)
  ret void
}

; CHECK-DAG: attributes #{{[0-9]+}} = { nounwind {{.*}}"wherry-kernel"="empty"{{.*}}"wherry-regroupable"
define spir_kernel void @empty() {
  ret void
}

declare i64 @__wherry_global_id(i32)
declare i64 @__wherry_global_size(i32)
declare i64 @__wherry_global_offset(i32)
declare i32 @__wherry_work_dim()
