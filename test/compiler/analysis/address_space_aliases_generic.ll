; RUN: wherry-opt -passes=aa-eval -print-all-alias-modref-info -disable-output %s 2>&1 | FileCheck %s
; A pointer to the generic space may lead into local memory.

; CHECK-LABEL: Function: f:
; CHECK:       MayAlias: {{.*}}%a, {{.*}}%b
define void @f(ptr addrspace(4) %a, ptr addrspace(3) %b) {
  load i32, ptr addrspace(4) %a
  load i32, ptr addrspace(3) %b
  ret void
}
