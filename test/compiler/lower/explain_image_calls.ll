; RUN: wherry-opt -passes=explain-image-calls %s -disable-output 2>&1 | FileCheck %s
; --explain says of each access to an image what it is, and whether it is called for the lanes of a vector: once, although
; full and masked vectors and the scalar remainder hold it.

; CHECK-NOT: image
; CHECK:      reads an image, 2D, sampler of the launch: a call for any format, for one work-item
; CHECK-NEXT: reads the image of argument 0, 2D array, clamped to the edge: a call for any format, for one work-item
; CHECK-NEXT: reads the image of argument 0, 3D, linear, normalised, mirrored: a call for any format, for 16 work-items
; CHECK-NEXT: writes the image of argument 1, 2D: a call for any format, for 16 work-items
; CHECK-NOT: image
define void @wg.kernel(ptr %args, ptr %context, ptr addrspace(1) %other, i64 %sampler, <16 x float> %x, <16 x i32> %i) "wherry-kernel"="kernel" "wherry-regions"="1"
    !wherry.args !0 !kernel_arg_base_type !2 !kernel_arg_addr_space !3 {
  %image = load ptr addrspace(1), ptr %args, align 8
  %place = getelementptr inbounds i8, ptr %args, i64 8
  %to = load ptr addrspace(1), ptr %place, align 8
  %a = call x86_regcallcc { <16 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %image, i64 41, i32 3, <16 x float> %x)
  call x86_regcallcc void @__wherry_image_store_int_lanes(ptr addrspace(1) %to, i64 0, i32 2, i32 -1, <16 x i32> %i)
  %b = call <4 x float> @__wherry_image_sample_float(ptr addrspace(1) %image, i64 41, i32 3, float 0.0)
  %c = call <4 x i32> @__wherry_image_fetch_int(ptr addrspace(1) %image, i64 18, i32 6, i32 0)
  %d = call <4 x i32> @__wherry_image_fetch_int(ptr addrspace(1) %other, i64 %sampler, i32 2, i32 0)
  call void @use(ptr addrspace(1) %to)
  ret void
}

declare x86_regcallcc { <16 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1), i64, i32, <16 x float>)
declare x86_regcallcc void @__wherry_image_store_int_lanes(ptr addrspace(1), i64, i32, i32, <16 x i32>)
declare <4 x float> @__wherry_image_sample_float(ptr addrspace(1), i64, i32, float)
declare <4 x i32> @__wherry_image_fetch_int(ptr addrspace(1), i64, i32, i32)
declare void @use(ptr addrspace(1))

!0 = !{!1, !4}
!1 = !{i32 0, i32 8, i32 8, i32 1, i1 true}
!2 = !{!"image3d_t", !"image2d_t"}
!3 = !{i32 1, i32 1}
!4 = !{i32 8, i32 8, i32 8, i32 1, i1 true}
