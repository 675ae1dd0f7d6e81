; RUN: wherry-opt -passes=check-races %s 2>/dev/null | FileCheck %s
; A texel is asked about before it is read or written by integer coordinates, in global memory; of no bytes where it is
; outside. Samples by float coordinates, and levels of mipmaps, are not. A barrier of images counts as one of global
; memory, in kernels that write images alone.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.writes(
; CHECK:         %[[BYTES:.*]] = zext i32 %{{.*}} to i64
; CHECK:         icmp ult i32 %x,
; CHECK:         %[[INSIDE:.*]] = and i1
; CHECK:         %[[SIZE:.*]] = select i1 %{{.*}}, i64 %[[BYTES]], i64 0
; CHECK:         %[[HOW:.*]] = or i64 %[[SIZE]], 281474976710656
; CHECK:         call void @__wherry_race_access(ptr %{{.*}}, i64 %{{.*}}, i64 %[[HOW]], i64 0, i32 64, i32 1, i32 0)
; CHECK-NEXT:    call <4 x i32> @__wherry_image_fetch_int(
; CHECK:         call void @__wherry_race_barrier(i32 %{{.*}})
; CHECK:         call void @__wherry_race_access(ptr %{{.*}}, i64 %{{.*}}, i64 %{{.*}}, i64 0, i32 64, i32 1, i32 1)
; CHECK-NEXT:    call void @__wherry_image_store_int(
; CHECK-NOT:     @__wherry_race_access(
; CHECK:         ret void
define void @wg.writes(ptr %args, ptr %context, i32 %x, i32 %y, i32 %flags) "wherry-kernel"="writes" !wherry.args !1 {
entry:
  %image = load ptr addrspace(1), ptr %args, !invariant.load !0
  %texel = call <4 x i32> @__wherry_image_fetch_int(ptr addrspace(1) %image, i64 0, i32 2, i32 %x, i32 %y, i32 0, i32 0)
  call void @__wherry_barrier(i32 %flags)
  %r = extractelement <4 x i32> %texel, i32 0
  call void @__wherry_image_store_int(ptr addrspace(1) %image, i64 0, i32 2, i32 %x, i32 %y, i32 0, i32 0, i32 %r, i32 0, i32 0, i32 0)
  call void @__wherry_image_store_int(ptr addrspace(1) %image, i64 0, i32 10, i32 %x, i32 %y, i32 0, i32 1, i32 %r, i32 0, i32 0, i32 0)
  %sample = call <4 x i32> @__wherry_image_sample_int(ptr addrspace(1) %image, i64 2, i32 2, float 1.0, float 1.0, float 0.0, float 0.0)
  ret void
}

; CHECK-LABEL: define void @wg.reads(
; CHECK-NOT:     @__wherry_race_access(
; CHECK:         call void @__wherry_race_barrier(i32 %flags)
; CHECK:         ret void
define void @wg.reads(ptr %args, ptr %context, i32 %x, i32 %flags) "wherry-kernel"="reads" !wherry.args !1 {
entry:
  %image = load ptr addrspace(1), ptr %args, !invariant.load !0
  %texel = call <4 x i32> @__wherry_image_fetch_int(ptr addrspace(1) %image, i64 0, i32 1, i32 %x, i32 0, i32 0, i32 0)
  call void @__wherry_barrier(i32 %flags)
  ret void
}

declare void @__wherry_barrier(i32)
declare <4 x i32> @__wherry_image_fetch_int(ptr addrspace(1), i64, i32, i32, i32, i32, i32) memory(read) nounwind willreturn
declare <4 x i32> @__wherry_image_sample_int(ptr addrspace(1), i64, i32, float, float, float, float) memory(read) nounwind willreturn
declare void @__wherry_image_store_int(ptr addrspace(1), i64, i32, i32, i32, i32, i32, i32, i32, i32, i32) nounwind willreturn

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
