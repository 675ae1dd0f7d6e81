; RUN: wherry-opt -passes='check-uninit,msan<recover;kernel;eager-checks>,lower-uninit,declare-intrinsics' %s 2>/dev/null | FileCheck %s
; What a store to one lane of a vector puts back into the others was there before: only the lane that is set is looked
; at. A vector from another place is looked at whole, all of four lanes, too.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[SET:.*]] = icmp eq <2 x i32> %{{.*}}, splat (i32 -1)
; CHECK-NEXT:    %[[LANE:.*]] = insertelement <2 x i1> %[[SET]], i1 false, i64 1
; CHECK-NEXT:    call i1 @llvm.vector.reduce.or.v2i1(<2 x i1> %[[LANE]])
; CHECK:         store <2 x float> %x, ptr addrspace(1) %out
; CHECK:         %[[BLEND:.*]] = icmp eq <2 x i32> %{{.*}}, splat (i32 -1)
; CHECK-NEXT:    %[[OTHER:.*]] = insertelement <2 x i1> %[[BLEND]], i1 false, i64 0
; CHECK-NEXT:    call i1 @llvm.vector.reduce.or.v2i1(<2 x i1> %[[OTHER]])
; CHECK:         store <2 x float> %y, ptr addrspace(1) %next
; CHECK:         %[[ALL:.*]] = icmp eq <2 x i32> %{{.*}}, splat (i32 -1)
; CHECK-NEXT:    call i1 @llvm.vector.reduce.or.v2i1(<2 x i1> %[[ALL]])
; CHECK:         store <2 x float> %x, ptr addrspace(1) %next
; CHECK:         %[[FOUR:.*]] = icmp eq <4 x i32> %{{.*}}, splat (i32 -1)
; CHECK-NEXT:    call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[FOUR]])
; CHECK:         store <4 x i32> %four, ptr addrspace(1) %next
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_tile = getelementptr inbounds i8, ptr %context, i64 56
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %value = load float, ptr addrspace(3) %tile
  %old = load <2 x float>, ptr addrspace(1) %out
  %x = insertelement <2 x float> %old, float %value, i64 0
  store <2 x float> %x, ptr addrspace(1) %out
  %next = getelementptr i8, ptr addrspace(1) %out, i64 8
  %before = load <2 x float>, ptr addrspace(1) %next
  %pair = load <2 x float>, ptr addrspace(3) %tile
  %y = shufflevector <2 x float> %before, <2 x float> %pair, <2 x i32> <i32 0, i32 2>
  store <2 x float> %y, ptr addrspace(1) %next
  store <2 x float> %x, ptr addrspace(1) %next
  %four = load <4 x i32>, ptr addrspace(3) %tile
  store <4 x i32> %four, ptr addrspace(1) %next
  ret void
}

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
