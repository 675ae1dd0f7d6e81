; RUN: wherry-opt -passes=check-other-bounds %s 2>/dev/null | FileCheck %s
; The library's tables of functions are the driver's own.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     __wherry_may_access
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %number = call i64 @__wherry_enqueue_calls()
  %table = inttoptr i64 %number to ptr addrspace(1)
  %second = getelementptr i8, ptr addrspace(1) %table, i64 8
  %function = load ptr, ptr addrspace(1) %second, align 8
  ret void
}

declare i64 @__wherry_enqueue_calls() nounwind speculatable willreturn memory(none)
