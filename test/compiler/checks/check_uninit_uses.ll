; RUN: wherry-opt -passes='check-uninit,msan<recover;kernel;eager-checks>,lower-uninit,declare-intrinsics' %s 2>/dev/null | FileCheck %s
; A work-item tells of a branch (0), an address (1) and a number stored to global memory (2) that depend on bits
; that no store has written. A sum, or a store to local memory, tells nothing.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %value = load i32, ptr addrspace(3) %tile
; CHECK-NOT:     @__wherry_item
; CHECK:         store i32 %sum, ptr addrspace(3) %tile
; CHECK:         %[[ITEM:.*]] = call i64 @__wherry_item()
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i64 %[[ITEM]], i32 0)
; CHECK:         br i1 %positive
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i64 %{{.*}}, i32 1)
; CHECK:         load i32, ptr addrspace(1) %place
; A result, of which some bit is not written; a number that was moved, of which all are not.
; CHECK:         icmp ne i32 %{{.*}}, 0
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i64 %{{.*}}, i32 2)
; CHECK:         store i32 %sum, ptr addrspace(1) %out
; CHECK:         icmp eq i32 %{{.*}}, -1
; CHECK:         call void %{{.*}}(ptr %context, ptr @{{.*}}, i64 %{{.*}}, i32 2)
; CHECK:         store i32 %value, ptr addrspace(1) %out
; What a shift or a cast puts in is no part of the number.
; CHECK:         %[[SHADOW:.*]] = or i32 %{{.*}}, 3
; CHECK:         icmp eq i32 %[[SHADOW]], -1
; CHECK:         store i32 %shifted, ptr addrspace(1) %out
; CHECK-NOT:     @__wherry_item
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %context, i64 56
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %value = load i32, ptr addrspace(3) %tile
  %sum = add i32 %value, 1
  store i32 %sum, ptr addrspace(3) %tile
  %positive = icmp sgt i32 %value, 0
  br i1 %positive, label %then, label %end

then:
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %value
  %read = load i32, ptr addrspace(1) %place
  store i32 %sum, ptr addrspace(1) %out
  store i32 %value, ptr addrspace(1) %out
  %shifted = shl i32 %value, 2
  store i32 %shifted, ptr addrspace(1) %out
  br label %end

end:
  ret void
}

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
