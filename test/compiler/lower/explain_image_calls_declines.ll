; RUN: wherry-opt -passes=explain-image-calls %s -disable-output 2>&1 | count 0
; Nothing is said of queries, of functions that have a body, as those for a known format have, and of other calls.

define void @wg.kernel(ptr %args, ptr %context, ptr addrspace(1) %image) "wherry-kernel"="kernel" "wherry-regions"="1" {
  %width = load i32, ptr addrspace(1) %image, align 4
  %a = call <4 x float> @__wherry_image_sample_float(ptr addrspace(1) %image, i64 41, i32 3, float 0.0)
  call void @use(ptr addrspace(1) %image)
  ret void
}

define <4 x float> @__wherry_image_sample_float(ptr addrspace(1) %image, i64 %sampler, i32 %shape, float %x) {
  ret <4 x float> zeroinitializer
}
declare void @use(ptr addrspace(1))
