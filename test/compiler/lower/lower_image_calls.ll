; RUN: wherry-opt -passes=lower-image-calls %s | FileCheck %s
; Calls that the vectoriser has left go to the library's function for one work-item, whose result is a vector.

; CHECK:      %[[ALL:.*]] = call <4 x i32> @__wherry_image_fetch_int(ptr addrspace(1) %image, i64 0, i32 1, i32 7, i32 0, i32 0, i32 0)
; CHECK:      extractelement <4 x i32> %[[ALL]], i64 3
; CHECK:      %blue = extractvalue { i32, i32, i32, i32 } %{{.*}}, 2
; CHECK-NOT:  .members
define i32 @kernel(ptr addrspace(1) %image) {
  %texel = call { i32, i32, i32, i32 } @__wherry_image_fetch_int.members(ptr addrspace(1) %image, i64 0, i32 1, i32 7, i32 0, i32 0, i32 0)
  %blue = extractvalue { i32, i32, i32, i32 } %texel, 2
  ret i32 %blue
}

declare { i32, i32, i32, i32 } @__wherry_image_fetch_int.members(ptr addrspace(1), i64, i32, i32, i32, i32, i32)
