; RUN: wherry-opt -passes=lower-image-calls,verify %s | FileCheck %s
; Calls for two vectors of a row side by side exist as code to be inlined alone: others become two calls for a row, fetches
; in 2D images the function that keeps vector registers.

; CHECK:      [[A:%.*]] = call intel_ocl_bicc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_fetch_float_plane(ptr addrspace(1) %image, i32 poison, i32 %x, i32 %y)
; CHECK:      extractvalue {{.*}} [[A]], 3
; CHECK:      [[X:%.*]] = add i32 %x, 8
; CHECK-NEXT: [[B:%.*]] = call intel_ocl_bicc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_fetch_float_plane(ptr addrspace(1) %image, i32 poison, i32 [[X]], i32 %y)
; CHECK-NEXT: extractvalue {{.*}} [[B]], 0
; CHECK-NEXT: [[PAIR:%.*]] = insertvalue {{.*}}, 4
; CHECK:      call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_row(ptr addrspace(1) %image, i64 18, i32 2, <8 x float> %u, float 5.000000e-01, float 0.000000e+00, i32 %x)
; CHECK:      [[NONE:%.*]] = icmp slt i32 %x, 0
; CHECK-NEXT: [[NEXT:%.*]] = add i32 %x, 8
; CHECK-NEXT: [[FIRST:%.*]] = select i1 [[NONE]], i32 %x, i32 [[NEXT]]
; CHECK-NEXT: call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_row(ptr addrspace(1) %image, i64 18, i32 2, <8 x float> %v, float 5.000000e-01, float 0.000000e+00, i32 [[FIRST]])
; CHECK:      call x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1) %image, i64 0, i32 2, i32 %x, i32 %y, i32 0, <8 x float> %red, <8 x float> %u, <8 x float> %u, <8 x float> %u)
; CHECK-NEXT: [[X2:%.*]] = add i32 %x, 8
; CHECK-NEXT: call x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1) %image, i64 0, i32 2, i32 [[X2]], i32 %y, i32 0, <8 x float> %other, <8 x float> %v, <8 x float> %v, <8 x float> %v)
; CHECK-NOT:  _pair
define void @kernel(ptr addrspace(1) %image, i32 %x, i32 %y, <8 x float> %u, <8 x float> %v) {
  %fetched = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_fetch_float_pair(ptr addrspace(1) %image, i64 18, i32 2, i32 %x, i32 %y, i32 0)
  %red = extractvalue { <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float> } %fetched, 4
  %sampled = call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_pair(ptr addrspace(1) %image, i64 18, i32 2, <8 x float> %u, <8 x float> %v, float 0.5, float 0.0, i32 %x)
  %other = extractvalue { <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float> } %sampled, 7
  call x86_regcallcc void @__wherry_image_store_float_pair(ptr addrspace(1) %image, i64 0, i32 2, i32 %x, i32 %y, i32 0, <8 x float> %red, <8 x float> %u, <8 x float> %u, <8 x float> %u, <8 x float> %other, <8 x float> %v, <8 x float> %v, <8 x float> %v)
  ret void
}

declare x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_fetch_float_pair(ptr addrspace(1), i64, i32, i32, i32, i32)
declare x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_sample_float_pair(ptr addrspace(1), i64, i32, <8 x float>, <8 x float>, float, float, i32)
declare x86_regcallcc void @__wherry_image_store_float_pair(ptr addrspace(1), i64, i32, i32, i32, i32, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>, <8 x float>)
