; RUN: wherry-opt -passes=mark-work-group-code,kernel-entry,lower-global-ids %s | FileCheck %s
; What tells work-items how they are grouped: ids in a group, also in functions that the kernel calls; barriers; local
; memory; local arguments; printf, whose output comes group by group. A variant for one local size keeps that size.

; CHECK-NOT: wherry-regroupable
; CHECK: attributes #{{[0-9]+}} = { nounwind "wherry-kernel"="witness"
; CHECK-NOT: wherry-regroupable
@tile = internal addrspace(3) global i32 undef

define spir_kernel void @ids() {
  call spir_func void @helper()
  ret void
}

define internal spir_func void @helper() {
  %id = call i64 @__wherry_local_id(i32 0)
  ret void
}

define spir_kernel void @barriers() {
  call void @__wherry_barrier(i32 1)
  ret void
}

define spir_kernel void @sub_groups() {
  %lane = call i32 @__wherry_sub_group_lane()
  ret void
}

define spir_kernel void @local_variable() {
  store i32 0, ptr addrspace(3) @tile
  ret void
}

define spir_kernel void @local_argument(ptr addrspace(3) %scratch) {
  ret void
}

define spir_kernel void @prints(ptr addrspace(2) %format) {
  %result = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %format)
  ret void
}

define spir_kernel void @witness() "wherry-local-size"="16,1,1" {
  ret void
}

declare i64 @__wherry_local_id(i32)
declare i32 @__wherry_sub_group_lane()
declare void @__wherry_barrier(i32)
declare i32 @printf(ptr addrspace(2), ...)
