; RUN: wherry-opt -passes='check-uninit,msan<recover;kernel;eager-checks>,lower-uninit,declare-intrinsics' %s 2>/dev/null | FileCheck %s
; The shadow of a number that goes to global memory is stored where the number or the memory has bits that no store
; has written: other pages of shadow memory take no memory. Private memory gets it always.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         store i32 0, ptr %
; CHECK:         store i32 5, ptr %private
; CHECK:         %[[KNOWN:shadow.*]] = load <2 x i32>, ptr %[[AT:.*]], align
; CHECK:         %[[EITHER:.*]] = or <2 x i32> %[[KNOWN]],
; CHECK:         %[[BITS:.*]] = bitcast <2 x i32> %[[EITHER]] to i64
; CHECK:         %[[ANY:.*]] = icmp ne i64 %[[BITS]], 0
; CHECK:         br i1 %[[ANY]], label %[[STORE:.*]], label %{{.*}}, !prof
; CHECK:       [[STORE]]:
; CHECK-NEXT:    store <2 x i32> %{{.*}}, ptr %[[AT]]
; CHECK:         store <2 x float> %pair, ptr addrspace(1) %out
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %private = alloca i32
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  store i32 5, ptr %private
  %to_tile = getelementptr inbounds i8, ptr %context, i64 56
  %tile = load ptr addrspace(3), ptr %to_tile, !invariant.load !0
  %pair = load <2 x float>, ptr addrspace(3) %tile
  store <2 x float> %pair, ptr addrspace(1) %out
  ret void
}

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
