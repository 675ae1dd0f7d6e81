; RUN: wherry-opt -passes=mark-padding %s 2>/dev/null | FileCheck %s
; RUN: wherry-opt -passes='mark-padding,function(instcombine<no-verify-fixpoint>)' %s 2>/dev/null | FileCheck %s --check-prefix=STORE
; A copy of a structure to global memory: each number apart, padding and unions marked. The mark stays on the store that
; LLVM makes of the copy. Copies to other memory stay as they are.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%struct.padded = type { i8, i32, i16 }
%union.any = type { <2 x i32> }
%struct.pair = type { [2 x i32] }
%struct.text = type { i32, [4 x i8] }

; CHECK-LABEL: define void @wg.k(
; CHECK:         call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %out, ptr align 8 %private, i64 1, i1 false){{$}}
; CHECK:         call void @llvm.memcpy.p1.p0.i64({{.*}}, i64 3, i1 false), !alias.scope ![[MARK:[0-9]+]]
; CHECK:         call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %{{.*}}, ptr align 4 %{{.*}}, i64 4, i1 false){{$}}
; CHECK:         call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %{{.*}}, ptr align 8 %{{.*}}, i64 2, i1 false){{$}}
; CHECK:         call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 2 %{{.*}}, ptr align 2 %{{.*}}, i64 2, i1 false), !alias.scope ![[MARK]]
; CHECK:         call void @llvm.memcpy.p1.p0.i64({{.*}} %second, {{.*}}, i64 8, i1 false), !alias.scope ![[MARK]]
; CHECK:         call void @llvm.memcpy.p1.p0.i64({{.*}} %third, {{.*}}, i64 4, i1 false){{$}}
; CHECK:         call void @llvm.memcpy.p1.p0.i64({{.*}}, i64 4, i1 false){{$}}
; CHECK:         call void @llvm.memcpy.p1.p0.i64({{.*}} %fourth, {{.*}}, i64 4, i1 false){{$}}
; CHECK:         call void @llvm.memcpy.p1.p0.i64({{.*}}, i64 4, i1 false), !alias.scope ![[MARK]]
; CHECK:         call void @llvm.memcpy.p0.p0.i64({{.*}}, i64 12, i1 false){{$}}
; CHECK:       ![[MARK]] = !{![[SCOPE:[0-9]+]]}
; CHECK:       ![[SCOPE]] = !{!"wherry.padding", !{{[0-9]+}}}

; STORE:         store i8 %{{.*}}, ptr addrspace(1) %out, align 8{{$}}
; STORE:         store i16 %{{.*}}, ptr addrspace(1) %{{.*}}, align 2, !alias.scope
; STORE:         store i64 %{{.*}}, ptr addrspace(1) %second, align 8, !alias.scope
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %private = alloca %struct.padded, align 8
  %other = alloca %struct.padded, align 8
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  call void @set(ptr %private)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %out, ptr align 8 %private, i64 12, i1 false)
  %second = getelementptr inbounds %union.any, ptr addrspace(1) %out, i64 9
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %second, ptr align 8 %private, i64 8, i1 false)
  %third = getelementptr inbounds %struct.pair, ptr addrspace(1) %out, i64 10
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %third, ptr align 8 %private, i64 8, i1 false)
  %fourth = getelementptr inbounds %struct.text, ptr addrspace(1) %out, i64 11
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %fourth, ptr align 8 %private, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %other, ptr align 8 %private, i64 12, i1 false)
  call void @set(ptr %other)
  ret void
}

declare void @set(ptr)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
