; RUN: wherry-opt -passes='check-uninit,msan<recover;kernel;eager-checks>,lower-uninit,declare-intrinsics' %s 2>/dev/null | FileCheck %s
; Atomic operations use (4) what they update, but for an exchange, and what they write. printf and functions of all
; work-items use (3) what they are given. The sanitizer's stronger orders are taken back.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@format = internal addrspace(2) constant [3 x i8] c"%d\00"

; CHECK-LABEL: define void @wg.k(
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i64 %{{.*}}, i32 4)
; CHECK:         atomicrmw add ptr addrspace(3) %tile, i32 1 monotonic
; CHECK-NOT:     @__wherry_item()
; CHECK:         atomicrmw xchg ptr addrspace(3) %tile, i32 1
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i64 %{{.*}}, i32 4)
; CHECK:         cmpxchg ptr addrspace(3) %tile, i32 0, i32 1 monotonic monotonic
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i64 %{{.*}}, i32 4)
; CHECK:         store atomic float %value, ptr addrspace(3) %tile monotonic
; CHECK:         load atomic i32, ptr addrspace(3) %tile monotonic
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i64 %{{.*}}, i32 3)
; CHECK:         call i32 (ptr addrspace(2), ...) @printf(
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i64 %{{.*}}, i32 3)
; CHECK:         call i64 @__wherry_reduce(
; CHECK-NOT:     wherry.use
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %summand = alloca i32
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %context, i64 56
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %first = atomicrmw add ptr addrspace(3) %tile, i32 1 monotonic
  %second = atomicrmw xchg ptr addrspace(3) %tile, i32 1 monotonic
  %third = cmpxchg ptr addrspace(3) %tile, i32 0, i32 1 monotonic monotonic
  %near = getelementptr i8, ptr addrspace(3) %tile, i64 4
  %value = load float, ptr addrspace(3) %near
  store atomic float %value, ptr addrspace(3) %tile monotonic, align 4
  %again = load atomic i32, ptr addrspace(3) %tile monotonic, align 4
  %far = getelementptr i8, ptr addrspace(3) %tile, i64 8
  %other = load i32, ptr addrspace(3) %far
  %printed = call i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @format, i32 %other)
  %farther = getelementptr i8, ptr addrspace(3) %tile, i64 12
  %more = load i32, ptr addrspace(3) %farther
  store i32 %more, ptr %summand
  %sum = call i64 @__wherry_reduce(ptr %summand, i32 105, i32 43)
  ret void
}

declare i32 @printf(ptr addrspace(2), ...)
declare i64 @__wherry_reduce(ptr, i32, i32)

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
