; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; The host has no address of private memory to pass.

; CHECK: kernel 'k' has a pointer to private memory
define spir_kernel void @k(ptr %x) {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
