; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; The options that count behind the front end stand in module flags.

; CHECK: the module has no flags with its options
define spir_kernel void @k() {
  ret void
}
