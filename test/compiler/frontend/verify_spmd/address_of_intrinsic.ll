; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; No pass finds an intrinsic that is called through a pointer.

; CHECK: '__wherry_barrier' is used for more than calls
declare void @__wherry_barrier(i32)
define spir_kernel void @k(ptr addrspace(1) %out) {
  store ptr @__wherry_barrier, ptr addrspace(1) %out
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
