; RUN: wherry-opt -passes=aa-eval -print-all-alias-modref-info -disable-output %s 2>&1 | FileCheck %s
; Local and global memory do not overlap.

; CHECK-LABEL: Function: f:
; CHECK:       NoAlias: {{.*}}%a, {{.*}}%b
define void @f(ptr addrspace(3) %a, ptr addrspace(1) %b) {
  load i32, ptr addrspace(3) %a
  load i32, ptr addrspace(1) %b
  ret void
}
