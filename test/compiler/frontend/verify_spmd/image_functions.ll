; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; Image functions (kernel_abi/image_calls.def) may be declared for one work-item, and, once kernels are vectorised, for
; lanes and for rows, and for moves of texels.

; CHECK-NOT: fetch_float_row
; CHECK-NOT: sample_int_lanes
; CHECK-NOT: filter_edge_plane
; CHECK-NOT: move_fetch_row
; CHECK: '__wherry_image_fetch_floats' is no intrinsic
declare { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_fetch_float_row(ptr, i64, i32, i32, i32, i32)
declare { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } @__wherry_image_sample_int_lanes(ptr, i64, i32, <16 x float>, <16 x float>, <16 x float>, <16 x float>)
declare { <16 x float>, <16 x float>, <16 x float>, <16 x float> } @__wherry_image_filter_edge_plane(ptr, i64, <16 x float>, <16 x float>, <16 x float>)
declare i1 @__wherry_image_move_fetch_row_near(ptr, i64, i32, i32, i32, i32, ptr, i32, i32, i32, i32)
declare void @__wherry_image_fetch_floats(ptr)

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
