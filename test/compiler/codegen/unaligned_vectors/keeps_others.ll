; RUN: wherry-opt -passes=unaligned-vectors %s | FileCheck %s
; A number at its own alignment keeps it, as do streaming stores, which have no other form, and accesses that say less.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: @others(
; CHECK:       load i32, ptr addrspace(1) %in, align 4
; CHECK:       load <4 x i32>, ptr addrspace(1) %in, align 1
; CHECK:       store <4 x i32> %b, ptr addrspace(1) %in, align 16, !nontemporal
define void @others(ptr addrspace(1) %in) {
  %a = load i32, ptr addrspace(1) %in, align 4
  %b = load <4 x i32>, ptr addrspace(1) %in, align 1
  store <4 x i32> %b, ptr addrspace(1) %in, align 16, !nontemporal !0
  ret void
}

!0 = !{i32 1}
