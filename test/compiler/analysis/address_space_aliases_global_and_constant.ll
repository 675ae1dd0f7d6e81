; RUN: wherry-opt -passes=aa-eval -print-all-alias-modref-info -disable-output %s 2>&1 | FileCheck %s
; A buffer may be an argument in global and in constant memory at once.

; CHECK-LABEL: Function: f:
; CHECK:       MayAlias: {{.*}}%a, {{.*}}%b
define void @f(ptr addrspace(1) %a, ptr addrspace(2) %b) {
  load i32, ptr addrspace(1) %a
  load i32, ptr addrspace(2) %b
  ret void
}
