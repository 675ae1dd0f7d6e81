; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; In a group of one work-item each sub-group operation gives the work-item's own value; an exclusive scan gives what
; changes nothing, of a product 1 (OpenCL C 6.15.19).

; CHECK-LABEL: define void @wg.alone(
; CHECK-NOT:     call {{.*}}@__wherry_sub_group
; CHECK:         shl i32 1, 0
; CHECK:         icmp ult i64 %{{.*}}, 1, !wherry.item_loop
; CHECK:         %[[VALUE:.*]] = load i64, ptr addrspace(1)
; CHECK-DAG:     store i64 %[[VALUE]], ptr addrspace(1) %out
; CHECK-DAG:     store i64 1, ptr addrspace(1) %{{.*}}
define void @wg.alone(ptr %args, ptr %context) "wherry-kernel"="alone" "wherry-sub-groups" "wherry-sub-group-size"="16" "wherry-local-size"="1,1,1" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %value = load i64, ptr addrspace(1) %out
  %sum = call i64 @__wherry_sub_group_reduce(i64 %value, i32 109, i32 43)
  store i64 %sum, ptr addrspace(1) %out
  %product = call i64 @__wherry_sub_group_scan(i64 %value, i32 109, i32 42, i32 0)
  %second = getelementptr i64, ptr addrspace(1) %out, i64 1
  store i64 %product, ptr addrspace(1) %second
  %size = call i32 @__wherry_sub_group_size()
  %id = call i32 @__wherry_sub_group_id()
  %both = shl i32 %size, %id
  %third = getelementptr i64, ptr addrspace(1) %out, i64 2
  call void @__wherry_sub_group_barrier()
  store i32 %both, ptr addrspace(1) %third
  ret void
}

declare i32 @__wherry_sub_group_id() nounwind speculatable willreturn memory(none)
declare i32 @__wherry_sub_group_size() nounwind speculatable willreturn memory(none)
declare i64 @__wherry_sub_group_reduce(i64, i32, i32) convergent nounwind willreturn memory(none)
declare i64 @__wherry_sub_group_scan(i64, i32, i32, i32) convergent nounwind willreturn memory(none)
declare void @__wherry_sub_group_barrier() convergent nounwind willreturn

!0 = !{}
