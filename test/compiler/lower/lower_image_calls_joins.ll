; RUN: wherry-opt -passes=lower-image-calls %s | FileCheck %s
; The library's function may be declared already, for calls that were never split; several calls share it.

; CHECK-COUNT-3: call <4 x float> @__wherry_image_fetch_float(
; CHECK-NOT:     .members
define float @kernel(ptr addrspace(1) %image) {
  %a = call <4 x float> @__wherry_image_fetch_float(ptr addrspace(1) %image, i64 0, i32 1, i32 1, i32 0, i32 0, i32 0)
  %b = call { float, float, float, float } @__wherry_image_fetch_float.members(ptr addrspace(1) %image, i64 0, i32 1, i32 2, i32 0, i32 0, i32 0)
  %c = call { float, float, float, float } @__wherry_image_fetch_float.members(ptr addrspace(1) %image, i64 0, i32 1, i32 3, i32 0, i32 0, i32 0)
  %a0 = extractelement <4 x float> %a, i64 0
  %b0 = extractvalue { float, float, float, float } %b, 0
  %c0 = extractvalue { float, float, float, float } %c, 0
  %ab = fadd float %a0, %b0
  %abc = fadd float %ab, %c0
  ret float %abc
}

declare <4 x float> @__wherry_image_fetch_float(ptr addrspace(1), i64, i32, i32, i32, i32, i32)
declare { float, float, float, float } @__wherry_image_fetch_float.members(ptr addrspace(1), i64, i32, i32, i32, i32, i32)
