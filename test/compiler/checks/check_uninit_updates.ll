; RUN: wherry-opt -passes='check-uninit,msan<recover;kernel;eager-checks>,lower-uninit,declare-intrinsics' %s 2>/dev/null | FileCheck %s
; An atomic operation uses what it updates, but for an exchange.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         call i64 @__wherry_item()
; CHECK:         call void %host.call(
; CHECK:         atomicrmw add ptr addrspace(3) %tile, i32 1
; CHECK-NOT:     @__wherry_item()
; CHECK:         atomicrmw xchg ptr addrspace(3) %tile, i32 1
; CHECK:         call i64 @__wherry_item()
; CHECK:         cmpxchg ptr addrspace(3) %tile, i32 0, i32 1
; CHECK-NOT:     wherry.use
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %context, i64 56
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %first = atomicrmw add ptr addrspace(3) %tile, i32 1 monotonic
  %second = atomicrmw xchg ptr addrspace(3) %tile, i32 1 monotonic
  %third = cmpxchg ptr addrspace(3) %tile, i32 0, i32 1 monotonic monotonic
  ret void
}

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
