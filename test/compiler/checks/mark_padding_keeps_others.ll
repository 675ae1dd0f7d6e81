; RUN: wherry-opt -passes=mark-padding %s 2>/dev/null | FileCheck %s
; Kept: copies to private and local memory, a copy of one number, stores, and memset. Of a marked copy, the scopes that it
; had stay.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%struct.one = type { double }
%union.any = type { double }

; CHECK-LABEL: define void @wg.k(
; CHECK:         call void @llvm.memcpy.p0.p0.i64(ptr %other, ptr %one, i64 8, i1 false){{$}}
; CHECK-NEXT:    call void @llvm.memcpy.p3.p0.i64(ptr addrspace(3) %tile, ptr %one, i64 8, i1 false){{$}}
; CHECK-NEXT:    call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %one, i64 8, i1 false){{$}}
; CHECK-NEXT:    call void @llvm.memset.p1.i64(ptr addrspace(1) %out, i8 0, i64 8, i1 false){{$}}
; CHECK-NEXT:    call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %union, i64 8, i1 false), !alias.scope ![[SCOPES:[0-9]+]]
; CHECK:       ![[SCOPES]] = !{![[OWN:[0-9]+]], ![[MARK:[0-9]+]]}
; CHECK-DAG:   ![[OWN]] = distinct !{![[OWN]], !{{[0-9]+}}, !"own"}
; CHECK-DAG:   ![[MARK]] = !{!"wherry.padding", !{{[0-9]+}}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %one = alloca %struct.one
  %other = alloca %struct.one
  %union = alloca %union.any
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %context, i64 56
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  call void @llvm.memcpy.p0.p0.i64(ptr %other, ptr %one, i64 8, i1 false)
  call void @llvm.memcpy.p3.p0.i64(ptr addrspace(3) %tile, ptr %one, i64 8, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %one, i64 8, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) %out, i8 0, i64 8, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %union, i64 8, i1 false), !alias.scope !10
  ret void
}

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!10 = !{!11}
!11 = distinct !{!11, !12, !"own"}
!12 = distinct !{!12, !"domain"}
