; RUN: wherry-opt -passes=aa-eval -print-all-alias-modref-info -disable-output %s 2>&1 | FileCheck %s
; Local and constant memory do not overlap.

; CHECK-LABEL: Function: f:
; CHECK:       NoAlias: {{.*}}%a, {{.*}}%b
define void @f(ptr addrspace(2) %a, ptr addrspace(3) %b) {
  load i32, ptr addrspace(2) %a
  load i32, ptr addrspace(3) %b
  ret void
}
