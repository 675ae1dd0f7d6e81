; RUN: wherry-opt -passes=check-races %s 2>/dev/null | FileCheck %s
; Another command may write the buffer of an argument that no work-item of this launch writes: constants of an argument,
; and loads that are invariant in the kernel, are asked about, with the argument (0 and 1). The program's own constants
; are not, nor what the argument block holds.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@table = internal addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     @__wherry_race_access(
; CHECK:         call void @__wherry_race_access(ptr %{{.*}}, i64 %{{.*}}, i64 281474976710660, i64 0, i32 0, i32 4, i32 0)
; CHECK-NEXT:    load i32, ptr addrspace(2) %weights
; CHECK:         call void @__wherry_race_access(ptr %{{.*}}, i64 %{{.*}}, i64 281474976710660, i64 0, i32 1, i32 4, i32 0)
; CHECK-NEXT:    load i32, ptr addrspace(1) %in, align 4, !invariant.load
; CHECK-NOT:     @__wherry_race_access(
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %private = alloca i32
  %weights = load ptr addrspace(2), ptr %args, !invariant.load !0
  %to_in = getelementptr inbounds i8, ptr %args, i64 8
  %in = load ptr addrspace(1), ptr %to_in, !invariant.load !0
  %weight = load i32, ptr addrspace(2) %weights
  %value = load i32, ptr addrspace(1) %in, align 4, !invariant.load !0
  %constant = load i32, ptr addrspace(2) @table
  store i32 %weight, ptr %private
  ret void
}

!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
