; RUN: wherry-opt -passes=measure-program-scope %s | FileCheck %s
; A module without such variables says so, beside the flags that it has.

define spir_kernel void @empty() {
  ret void
}

; CHECK-DAG: !{i32 7, !"wherry.program_scope_bytes", i64 0}
; CHECK-DAG: !{i32 2, !"Debug Info Version", i32 3}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
