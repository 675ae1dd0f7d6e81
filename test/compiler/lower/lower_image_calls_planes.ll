; RUN: wherry-opt -passes=lower-image-calls %s | FileCheck %s
; Fetches of rows in 2D images have functions that keep vector registers; not where there is a border colour, which they
; do not know, or where the sampler or the shape is not known.

; CHECK:      %texel = call intel_ocl_bicc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_plane(ptr addrspace(1) %image, i32 poison, i32 %x, i32 %y)
; CHECK:      call x86_regcallcc {{.*}} @__wherry_image_fetch_float_row(ptr addrspace(1) %image, i64 20, i32 2,
; CHECK:      call x86_regcallcc {{.*}} @__wherry_image_fetch_float_row(ptr addrspace(1) %image, i64 %sampler, i32 2,
; CHECK:      call x86_regcallcc {{.*}} @__wherry_image_fetch_float_row(ptr addrspace(1) %image, i64 18, i32 6,
define void @kernel(ptr addrspace(1) %image, i64 %sampler, i32 %x, i32 %y, ptr %to) {
  %texel = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row(ptr addrspace(1) %image, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %red = extractvalue { <16 x float>, <16 x float>, <16 x float>, <16 x float> } %texel, 0
  store <16 x float> %red, ptr %to
  %border = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row(ptr addrspace(1) %image, i64 20, i32 2, i32 %x, i32 %y, i32 0)
  %any = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row(ptr addrspace(1) %image, i64 %sampler, i32 2, i32 %x, i32 %y, i32 0)
  %layers = call x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row(ptr addrspace(1) %image, i64 18, i32 6, i32 %x, i32 %y, i32 0)
  ret void
}

declare x86_regcallcc { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row(ptr addrspace(1), i64, i32, i32, i32, i32)
