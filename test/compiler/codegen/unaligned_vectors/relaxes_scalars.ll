; RUN: wherry-opt -passes=unaligned-vectors %s | FileCheck %s
; RUN: wherry-opt -passes=unaligned-vectors %s | llc -mcpu=x86-64-v3 | FileCheck %s --check-prefix=CODE
; LLVM's code generator joins scalar accesses to one of a vector, as aligned as the first of them.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @halves(
; CHECK:       load i64, ptr addrspace(1) %in, align 8
; CHECK:       store i64 %a, ptr addrspace(1) %out, align 8
; CODE-LABEL: halves:
; CODE:       vmovups (%rdi), [[BOTH:%xmm[0-9]+]]
; CODE:       vmovups [[BOTH]], (%rsi)
define void @halves(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %in.behind = getelementptr i8, ptr addrspace(1) %in, i64 8
  %out.behind = getelementptr i8, ptr addrspace(1) %out, i64 8
  %a = load i64, ptr addrspace(1) %in, align 16
  %b = load i64, ptr addrspace(1) %in.behind, align 8
  store i64 %a, ptr addrspace(1) %out, align 16
  store i64 %b, ptr addrspace(1) %out.behind, align 8
  ret void
}

; CHECK-LABEL: @wide_integer(
; CHECK:       load i128, ptr addrspace(1) %in, align 8
; CHECK:       store i128 %a, ptr addrspace(1) %out, align 8
; CODE-LABEL: wide_integer:
; CODE-NOT:   movaps
; CODE:       ret
define void @wide_integer(ptr addrspace(1) noalias %in, ptr addrspace(1) noalias %out) {
  %a = load i128, ptr addrspace(1) %in, align 16
  store i128 %a, ptr addrspace(1) %out, align 16
  ret void
}

; CHECK-LABEL: @atomic(
; CHECK:       load atomic i32, ptr addrspace(1) %in monotonic, align 16
define i32 @atomic(ptr addrspace(1) %in) {
  %a = load atomic i32, ptr addrspace(1) %in monotonic, align 16
  ret i32 %a
}
