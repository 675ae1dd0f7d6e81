; RUN: wherry-opt -passes=lower-races %s | FileCheck %s
; A kernel that tells of no access stays as it is, and so does a function that is no kernel. The access itself comes behind
; the look, unchanged.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.none(
; CHECK-NEXT:    %x = load i32, ptr %args
; CHECK-NEXT:    ret void
; CHECK-LABEL: define void @helper(
; CHECK-NEXT:    call void @__wherry_race_access(
; CHECK-LABEL: define void @wg.local(
; CHECK:         load atomic i64
; CHECK:         store volatile i32 7, ptr addrspace(3) %tile, align 4
; CHECK-NEXT:    ret void
define void @wg.none(ptr %args, ptr %context) "wherry-kernel"="none" "wherry-regions"="1" !wherry.args !0 {
  %x = load i32, ptr %args
  ret void
}

define void @helper(ptr %at, i64 %access) {
  call void @__wherry_race_access(ptr %at, i64 %access, i64 844424930131972, i64 0, i32 64, i32 4, i32 1)
  ret void
}

define void @wg.local(ptr %args, ptr %context, ptr %at, i64 %access, ptr addrspace(3) %tile) "wherry-kernel"="local" "wherry-regions"="1" !wherry.args !0 {
  call void @__wherry_race_access(ptr %at, i64 %access, i64 844424930131972, i64 0, i32 64, i32 4, i32 1)
  store volatile i32 7, ptr addrspace(3) %tile, align 4
  ret void
}

declare void @__wherry_race_access(ptr, i64, i64, i64, i32, i32, i32)

!0 = !{}
