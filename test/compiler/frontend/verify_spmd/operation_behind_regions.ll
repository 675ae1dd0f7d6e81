; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; Behind form-regions no work-group operation is left.

; CHECK: kernel 'k' has '__wherry_barrier' behind form-regions
declare void @__wherry_barrier(i32)
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-regions"="1" {
  call void @__wherry_barrier(i32 0)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
