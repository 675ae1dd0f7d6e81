; RUN: wherry-opt -passes=check-races %s 2>/dev/null | FileCheck %s
; The host is told of each texel before it is read or written: the image, the sampler (which does not filter integers),
; the shape (16: by float coordinates), the coordinates and the level. A read names the image's argument where the kernel
; does not write that. A barrier of images counts as one of global memory, in kernels that write images alone.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.writes(
; CHECK:         %[[IMAGE:.*]] = addrspacecast ptr addrspace(1) %image to ptr
; CHECK:         call void @__wherry_race_texels(ptr %[[IMAGE]], i64 0, i32 2, i32 %x, i32 %y, i32 0, i32 0, i64 %{{.*}}, i32 64)
; CHECK-NEXT:    call <4 x i32> @__wherry_image_fetch_int(
; CHECK:         call void @__wherry_race_barrier(i32 %{{.*}})
; CHECK:         call void @__wherry_race_texels(ptr %{{.*}}, i64 0, i32 2, i32 %x, i32 %y, i32 0, i32 0, i64 %{{.*}}, i32 64)
; CHECK-NEXT:    call void @__wherry_image_store_int(
; CHECK:         call void @__wherry_race_texels(ptr %{{.*}}, i64 0, i32 10, i32 %x, i32 %y, i32 0, i32 1, i64 %{{.*}}, i32 64)
; CHECK-NEXT:    call void @__wherry_image_store_int(
; CHECK:         call void @__wherry_race_texels(ptr %{{.*}}, i64 2, i32 18, i32 1065353216, i32 1065353216, i32 0, i32 0, i64 %{{.*}}, i32 64)
; CHECK-NEXT:    call <4 x i32> @__wherry_image_sample_int(
; CHECK:         ret void
define void @wg.writes(ptr %args, ptr %context, i32 %x, i32 %y, i32 %flags) "wherry-kernel"="writes" !wherry.args !1 {
entry:
  %image = load ptr addrspace(1), ptr %args, !invariant.load !0
  %texel = call <4 x i32> @__wherry_image_fetch_int(ptr addrspace(1) %image, i64 0, i32 2, i32 %x, i32 %y, i32 0, i32 0)
  call void @__wherry_barrier(i32 %flags)
  %r = extractelement <4 x i32> %texel, i32 0
  call void @__wherry_image_store_int(ptr addrspace(1) %image, i64 0, i32 2, i32 %x, i32 %y, i32 0, i32 0, i32 %r, i32 0, i32 0, i32 0)
  call void @__wherry_image_store_int(ptr addrspace(1) %image, i64 0, i32 10, i32 %x, i32 %y, i32 0, i32 1, i32 %r, i32 0, i32 0, i32 0)
  %sample = call <4 x i32> @__wherry_image_sample_int(ptr addrspace(1) %image, i64 34, i32 2, float 1.0, float 1.0, float 0.0, float 0.0)
  ret void
}

; CHECK-LABEL: define void @wg.reads(
; CHECK:         call void @__wherry_race_texels(ptr %{{.*}}, i64 0, i32 1, i32 %x, i32 0, i32 0, i32 0, i64 %{{.*}}, i32 0)
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
