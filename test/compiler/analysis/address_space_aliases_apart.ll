; RUN: wherry-opt -passes=aa-eval -print-all-alias-modref-info -disable-output %s 2>&1 | FileCheck %s
; Buffers of two arguments that no launch lets overlap; one argument, loaded twice, is one buffer.

; CHECK-LABEL: Function: f:
; CHECK-DAG:   NoAlias: {{.*}}%a, {{.*}}%b
; CHECK-DAG:   MayAlias: {{.*}}%a, {{.*}}%c
; CHECK-DAG:   MayAlias: {{.*}}%a, {{.*}}%d
define void @f(ptr %args) {
  %second = getelementptr i8, ptr %args, i64 8
  %a = load ptr addrspace(1), ptr %args, !wherry.apart !0
  %b = load ptr addrspace(1), ptr %second, !wherry.apart !1
  %c = load ptr addrspace(1), ptr %args, !wherry.apart !0
  %d = load ptr addrspace(1), ptr %args
  load i32, ptr addrspace(1) %a
  load i32, ptr addrspace(1) %b
  load i32, ptr addrspace(1) %c
  load i32, ptr addrspace(1) %d
  ret void
}

!0 = !{i32 0}
!1 = !{i32 1}
