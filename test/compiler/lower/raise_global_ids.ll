; RUN: wherry-opt -passes=raise-global-ids %s | FileCheck %s
; Group id * local size + local id is the global id without the offset, where all work-groups have that size; so are
; truncations of the three.

; CHECK-LABEL: define void @wg.k(
; CHECK:       [[ID:%.*]] = call i64 @__wherry_global_id(i32 1)
; CHECK:       [[OFFSET:%.*]] = call i64 @__wherry_global_offset(i32 1)
; CHECK:       [[INDEX:%.*]] = sub i64 [[ID]], [[OFFSET]]
; CHECK:       store i64 [[INDEX]]
; CHECK:       call i64 @__wherry_global_id(i32 0)
; CHECK:       [[NARROW:%.*]] = trunc i64 {{%.*}} to i32
; CHECK:       store i32 [[NARROW]]
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %out = load ptr addrspace(1), ptr %args
  %group = call i64 @__wherry_group_id(i32 1)
  %size = call i64 @__wherry_local_size(i32 1)
  %local = call i64 @__wherry_local_id(i32 1)
  %first = mul i64 %group, %size
  %index = add i64 %first, %local
  store i64 %index, ptr addrspace(1) %out
  %group.0 = call i64 @__wherry_group_id(i32 0)
  %size.0 = call i64 @__wherry_local_size(i32 0)
  %local.0 = call i64 @__wherry_local_id(i32 0)
  %a = trunc i64 %group.0 to i32
  %b = trunc i64 %size.0 to i32
  %c = trunc i64 %local.0 to i32
  %d = mul i32 %b, %a
  %e = add i32 %c, %d
  store i32 %e, ptr addrspace(1) %out
  ret void
}
declare i64 @__wherry_group_id(i32)
declare i64 @__wherry_local_size(i32)
declare i64 @__wherry_local_id(i32)
!llvm.module.flags = !{!0}
!0 = !{i32 8, !"wherry.uniform_work_groups", i32 1}
