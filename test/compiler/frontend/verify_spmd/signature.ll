; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; A work-group function takes the argument block and the group context.

; CHECK: 'wg.k' is not void(ptr args, ptr context)
define void @wg.k(ptr %args) "wherry-kernel"="k" {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
