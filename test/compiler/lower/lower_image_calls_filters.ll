; RUN: wherry-opt -passes=lower-image-calls,verify %s | FileCheck %s
; Filters whose sampler and shape are known have functions for the addressing mode and the shape, of normalised samplers,
; too. Not where the launch gives the sampler, by levels, in one dimension, nor of nearest texels.

; CHECK:      %edge = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_filter_edge_plane(ptr addrspace(1) %image, i64 34, <8 x float> %x, <8 x float> %y, <8 x float> poison)
; CHECK:      %none = call x86_regcallcc {{.*}} @__wherry_image_filter_edge_plane(ptr addrspace(1) %image, i64 32,
; CHECK:      %border = call x86_regcallcc {{.*}} @__wherry_image_filter_border_planes(ptr addrspace(1) %image, i64 37, <8 x float> %x, <8 x float> %y, <8 x float> %z)
; CHECK:      %repeat = call x86_regcallcc {{.*}} @__wherry_image_filter_repeat_space(ptr addrspace(1) %image, i64 39, <8 x float> %x, <8 x float> %y, <8 x float> %z)
; CHECK:      %mirror = call x86_regcallcc {{.*}} @__wherry_image_filter_mirror_plane(ptr addrspace(1) %image, i64 41,
; CHECK:      %any = call x86_regcallcc {{.*}} @__wherry_image_sample_float_lanes(
; CHECK:      %levels = call x86_regcallcc {{.*}} @__wherry_image_sample_float_lanes(
; CHECK:      %line = call x86_regcallcc {{.*}} @__wherry_image_sample_float_lanes(
; CHECK:      %nearest = call x86_regcallcc {{.*}} @__wherry_image_sample_float_lanes(
define void @kernel(ptr addrspace(1) %image, i64 %sampler, ptr %to, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %lod) {
  %edge = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %image, i64 34, i32 2, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %lod)
  store volatile { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %edge, ptr %to
  %none = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %image, i64 32, i32 2, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %lod)
  store volatile { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %none, ptr %to
  %border = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %image, i64 37, i32 6, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %lod)
  store volatile { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %border, ptr %to
  %repeat = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %image, i64 39, i32 3, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %lod)
  store volatile { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %repeat, ptr %to
  %mirror = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %image, i64 41, i32 2, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %lod)
  store volatile { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %mirror, ptr %to
  %any = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %image, i64 %sampler, i32 2, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %lod)
  store volatile { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %any, ptr %to
  %levels = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %image, i64 34, i32 10, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %lod)
  store volatile { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %levels, ptr %to
  %line = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %image, i64 34, i32 1, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %lod)
  store volatile { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %line, ptr %to
  %nearest = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1) %image, i64 2, i32 2, <8 x float> %x, <8 x float> %y, <8 x float> %z, <8 x float> %lod)
  store volatile { <8 x float>, <8 x float>, <8 x float>, <8 x float> } %nearest, ptr %to
  ret void
}

declare x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_lanes(ptr addrspace(1), i64, i32, <8 x float>, <8 x float>, <8 x float>, <8 x float>) memory(read)
