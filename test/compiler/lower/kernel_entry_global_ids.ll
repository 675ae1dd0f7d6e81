; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; Global ids stay until simplification has shown whether the kernel sees groups; but where the local size is known, or
; sub-groups matter, what they are made of takes part in simplification.

; CHECK-LABEL: define void @wg.any(
; CHECK:       call i64 @__wherry_global_id(i32 0)
define spir_kernel void @any(ptr addrspace(1) %out) {
  %id = call i64 @__wherry_global_id(i32 0)
  store i64 %id, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define void @wg.known(
; CHECK-NOT:   @__wherry_global_id
; CHECK:       mul i64 16, %{{.*}}
define spir_kernel void @known(ptr addrspace(1) %out) "wherry-local-size"="16,1,1" {
  %id = call i64 @__wherry_global_id(i32 0)
  store i64 %id, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define void @wg.sub_groups(
; CHECK-NOT:   @__wherry_global_id
; CHECK:       call i64 @__wherry_local_id(i32 0)
define spir_kernel void @sub_groups(ptr addrspace(1) %out) {
  %id = call i64 @__wherry_global_id(i32 0)
  %lane = call i32 @__wherry_sub_group_lane()
  store i32 %lane, ptr addrspace(1) %out
  store i64 %id, ptr addrspace(1) %out
  ret void
}

declare i64 @__wherry_global_id(i32)
declare i32 @__wherry_sub_group_lane()
