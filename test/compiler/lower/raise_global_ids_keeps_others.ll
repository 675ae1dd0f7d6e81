; RUN: wherry-opt -passes=raise-global-ids %s | FileCheck %s
; Ids of two dimensions, and a product with another number, are no global id.

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:   @__wherry_global_id
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %out = load ptr addrspace(1), ptr %args
  %group = call i64 @__wherry_group_id(i32 1)
  %size = call i64 @__wherry_local_size(i32 1)
  %other = call i64 @__wherry_local_size(i32 0)
  %local = call i64 @__wherry_local_id(i32 0)
  %first = mul i64 %group, %size
  %index = add i64 %first, %local
  store i64 %index, ptr addrspace(1) %out
  %turned = mul i64 %group, %other
  %mixed = add i64 %turned, %local
  store i64 %mixed, ptr addrspace(1) %out
  %sixteen = mul i64 %group, 16
  %fixed = add i64 %sixteen, %local
  store i64 %fixed, ptr addrspace(1) %out
  ret void
}
declare i64 @__wherry_group_id(i32)
declare i64 @__wherry_local_size(i32)
declare i64 @__wherry_local_id(i32)
!llvm.module.flags = !{!0}
!0 = !{i32 8, !"wherry.uniform_work_groups", i32 1}
