; RUN: wherry-opt -passes=mark-work-group-code,kernel-entry,lower-global-ids %s | FileCheck %s
; A local variable inside of a constant is seen by the kernel that uses the constant, and by no other one.

; CHECK-DAG: define void @wg.uses(ptr {{.*}} #[[USES:[0-9]+]]
; CHECK-DAG: define void @wg.other(ptr {{.*}} #[[OTHER:[0-9]+]]
; CHECK-DAG: attributes #[[USES]] = { nounwind "wherry-args-bytes"="8" "wherry-kernel"="uses" "wherry-sub-group-size"
; CHECK-DAG: attributes #[[OTHER]] = {{.*}}"wherry-regroupable"
@tile = internal addrspace(3) global [4 x i32] undef

define spir_kernel void @uses(ptr addrspace(1) %out) {
  store i64 ptrtoint (ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 4) to i64), ptr addrspace(1) %out
  ret void
}

define spir_kernel void @other(ptr addrspace(1) %out) {
  %id = call i64 @__wherry_global_id(i32 0)
  store i64 %id, ptr addrspace(1) %out
  ret void
}

declare i64 @__wherry_global_id(i32)
