; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; OpenCL C 6.7.2: a variable in local memory has no initial value; each work-group would need it written.

; CHECK: local variable 'x' has an initial value
@x = internal addrspace(3) global i32 7
define spir_kernel void @k() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
