; RUN: wherry-opt -passes='check-uninit,msan<recover;kernel;eager-checks>,lower-uninit,declare-intrinsics' %s 2>/dev/null | FileCheck %s
; The shadow of a load's bytes is found by address, in a chunk of 4 MiB, or in the one that stands for memory of which
; nothing was said. A store leaves its number's shadow. A private variable begins unwritten.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:     __msan
; CHECK:         %private = alloca i32
; CHECK:         call void @llvm.memset.p0.i64(ptr {{.*}}, i8 -1, i64 4, i1 false)
; CHECK:         %tile = load ptr addrspace(3)
; CHECK:         %[[CHUNK:.*]] = load ptr, ptr %{{.*}}, align 8{{$}}
; CHECK:         %[[NONE:.*]] = icmp eq ptr %[[CHUNK]], null
; CHECK:         %[[BASE:.*]] = select i1 %[[NONE]], ptr %initialised, ptr %[[CHUNK]]
; CHECK:         %[[AT:.*]] = getelementptr i8, ptr %[[BASE]], i64 %
; CHECK:         %[[SHADOW:.*]] = load i32, ptr %[[AT]]
; CHECK:         select i1 %{{.*}}, ptr %unused{{[0-9]*}}, ptr %
; CHECK:         store i32 %[[SHADOW]], ptr %
; CHECK:         store i32 %value, ptr %private
; CHECK-NOT:     __msan
; CHECK:         ret void
; CHECK-NOT:   declare {{.*}}__msan
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !0 {
entry:
  %private = alloca i32
  %to_tile = getelementptr inbounds i8, ptr %context, i64 56
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %value = load i32, ptr addrspace(3) %tile
  store i32 %value, ptr %private
  ret void
}

!0 = !{}
