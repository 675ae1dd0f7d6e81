; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; The size of a work-item's private memory is known before it runs.

; CHECK: allocates a number of elements that is not known
define spir_kernel void @k(i32 %n) {
  %x = alloca i32, i32 %n
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
