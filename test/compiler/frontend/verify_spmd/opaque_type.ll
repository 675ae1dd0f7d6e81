; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; opaque-types has done away with SPIR-V's types.

; CHECK: 'k' has a value of an opaque type
define spir_kernel void @k(target("spirv.Pipe", 0) %pipe) {
  %kept = freeze target("spirv.Pipe", 0) %pipe
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
