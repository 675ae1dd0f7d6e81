; RUN: wherry-opt -passes=explain-image-calls %s 2>/dev/null | FileCheck %s
; The pass only reports: the calls stay for lower-image-calls. Functions of no kernel stay, too.

; CHECK-LABEL: define void @wg.kernel(
; CHECK-NEXT:    %a = call <4 x float> @__wherry_image_sample_float(ptr addrspace(1) %image, i64 41, i32 3, float 0.000000e+00)
; CHECK-NEXT:    ret void
define void @wg.kernel(ptr %args, ptr %context, ptr addrspace(1) %image) "wherry-kernel"="kernel" "wherry-regions"="1" {
  %a = call <4 x float> @__wherry_image_sample_float(ptr addrspace(1) %image, i64 41, i32 3, float 0.0)
  ret void
}

; CHECK-LABEL: define <4 x float> @helper(
; CHECK-NEXT:    %a = call <4 x float> @__wherry_image_sample_float(
define <4 x float> @helper(ptr addrspace(1) %image) {
  %a = call <4 x float> @__wherry_image_sample_float(ptr addrspace(1) %image, i64 41, i32 3, float 0.0)
  ret <4 x float> %a
}

declare <4 x float> @__wherry_image_sample_float(ptr addrspace(1), i64, i32, float)
