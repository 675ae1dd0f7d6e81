; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; A declared __wherry_ function that ir/intrinsics.def has not would never be lowered.

; CHECK: '__wherry_warp' is no intrinsic
declare void @__wherry_warp()
define spir_kernel void @k() {
  call void @__wherry_warp()
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
