; RUN: wherry-opt -passes='declare-intrinsics,mark-work-group-code,kernel-entry,function(adce,simplifycfg),lower-global-ids' %s | FileCheck %s
; What simplification deletes tells work-items nothing: local ids and sizes, and local arguments, without a use; barriers
; and printf that no work-item comes to.

; CHECK-LABEL: define void @wg.reads_ids(
; CHECK-SAME:  #[[READS:[0-9]+]]
define spir_kernel void @reads_ids(ptr addrspace(1) %out, ptr addrspace(3) %scratch) {
  %id = call i64 @__wherry_global_id(i32 0)
  %local = call i64 @__wherry_local_id(i32 0)
  %size = call i64 @__wherry_local_size(i32 0)
  %next = add i64 %local, %size
  store i64 %id, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define void @wg.never_waits(
; CHECK-SAME:  #[[NEVER:[0-9]+]]
define spir_kernel void @never_waits(ptr addrspace(2) %format) {
  br i1 false, label %waits, label %end

waits:
  call void @__wherry_barrier(i32 1)
  %result = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %format)
  br label %end

end:
  ret void
}

; A local id that is stored is seen.
; CHECK-LABEL: define void @wg.stores_id(
; CHECK-SAME:  #[[STORES:[0-9]+]]
define spir_kernel void @stores_id(ptr addrspace(1) %out) {
  %local = call i64 @__wherry_local_id(i32 0)
  store i64 %local, ptr addrspace(1) %out
  ret void
}

; CHECK-DAG: attributes #[[READS]] = {{.*}}"wherry-regroupable"
; CHECK-DAG: attributes #[[NEVER]] = {{.*}}"wherry-regroupable"
; CHECK-DAG: attributes #[[STORES]] = { nounwind "wherry-args-bytes"="8" "wherry-kernel"="stores_id" "wherry-sub-group-size"
declare i64 @__wherry_global_id(i32)
declare i64 @__wherry_local_id(i32)
declare i64 @__wherry_local_size(i32)
declare void @__wherry_barrier(i32)
declare i32 @printf(ptr addrspace(2), ...)
