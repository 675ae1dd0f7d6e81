; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; An intrinsic has the type that ir/intrinsics.def gives it.

; CHECK: '__wherry_local_id' has another type
declare i32 @__wherry_local_id(i32)
define spir_kernel void @k() {
  %id = call i32 @__wherry_local_id(i32 0)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
