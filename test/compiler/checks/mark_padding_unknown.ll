; RUN: wherry-opt -passes=mark-padding %s 2>/dev/null | FileCheck %s
; Marked as a whole: copies of an unknown length or type, of a structure without a name, of many numbers, and moves.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%struct.many = type { [17 x i32] }

; CHECK-LABEL: define void @wg.k(
; CHECK:         call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %length, i1 false), !alias.scope ![[MARK:[0-9]+]]
; CHECK-NEXT:    call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 8, i1 false), !alias.scope ![[MARK]]
; CHECK-NEXT:    call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %unnamed, i64 8, i1 false), !alias.scope ![[MARK]]
; CHECK-NEXT:    call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %many, i64 68, i1 false), !alias.scope ![[MARK]]
; CHECK-NEXT:    call void @llvm.memmove.p1.p0.i64(ptr addrspace(1) %out, ptr %pair, i64 8, i1 false), !alias.scope ![[MARK]]
; CHECK-NEXT:    ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %unnamed = alloca { i32, i32 }
  %many = alloca %struct.many
  %pair = alloca [2 x i32]
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_in = getelementptr inbounds i8, ptr %args, i64 8
  %in = load ptr addrspace(1), ptr %to_in, !invariant.load !0
  %to_length = getelementptr inbounds i8, ptr %args, i64 16
  %length = load i64, ptr %to_length, !invariant.load !0
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 %length, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %out, ptr addrspace(1) %in, i64 8, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %unnamed, i64 8, i1 false)
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %many, i64 68, i1 false)
  call void @llvm.memmove.p1.p0.i64(ptr addrspace(1) %out, ptr %pair, i64 8, i1 false)
  ret void
}

!0 = !{}
!1 = !{!2, !3, !4}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!4 = !{i32 16, i32 8, i32 8, i32 4, i1 true}
