; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/"wherry.vector_width", i32 16/"wherry.vector_width", i32 8/' %s | wherry-opt -passes=vectorise-item-loops,verify 2>&1 | FileCheck %s --check-prefix=ROW
; RUN: sed 's/i32 %column, i32 %y, i32 0, i32 0, float/i32 %column, i32 %column, i32 0, i32 0, float/' %s | wherry-opt -passes=vectorise-item-loops,verify 2>&1 | FileCheck %s --check-prefix=SLOPE
; RUN: sed 's/i32 %column, i32 %y, i32 0, i32 0, float/i32 %double, i32 %y, i32 0, i32 0, float/' %s | wherry-opt -passes=vectorise-item-loops,verify 2>&1 | FileCheck %s --check-prefix=SLOPE
; RUN: sed 's/i32 2, i32 %column, i32 %y, i32 0, i32 0, float/i32 10, i32 %column, i32 %y, i32 0, i32 0, float/' %s | wherry-opt -passes=vectorise-item-loops,verify 2>&1 | FileCheck %s --check-prefix=SLOPE
; Where lanes' texels stand side by side, a function gets the first lane's coordinates as numbers; a float that goes up by
; one stays a vector, beside its floor in the first lane, or -1 where it may not go up exactly. Two vectors of a row side by side share a call: 16 lanes of registers of 8. Calls in the epilogue are
; not marked, and its stores are masked. Other lines, strides and levels of detail take the function for any lanes.

; CHECK:       call x86_regcallcc { <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32> } @__wherry_image_fetch_int_pair(ptr addrspace(1) %image, i64 18, i32 2, i32 %{{[^,]+}}, i32 %y, i32 0) #[[OFTEN:[0-9]+]]
; CHECK:       [[END:%.*]] = add i32 [[COLUMN:%.*]], 15
; CHECK:       icmp sle i32 [[END]], 4194304
; CHECK:       icmp sge i32 [[COLUMN]], -4194304
; CHECK:       [[FLOOR:%.*]] = add i32 [[COLUMN]], 0
; CHECK:       [[FIRST:%.*]] = select i1 %{{.*}}, i32 [[FLOOR]], i32 -1
; CHECK:       @__wherry_image_sample_float_pair(ptr addrspace(1) %image, i64 18, i32 2, <8 x float> %{{[^,]+}}, <8 x float> %{{[^,]+}}, float 5.000000e-01, float 0.000000e+00, i32 [[FIRST]]) #[[OFTEN]]
; CHECK:       call x86_regcallcc void @__wherry_image_store_float_pair(ptr addrspace(1) %image, i64 0, i32 2, i32 %{{[^,]+}}, i32 %y, i32 0, <8 x float> [[RED:%[^,]+]], <8 x float> %{{[^,]+}}, <8 x float> zeroinitializer, <8 x float> splat (float 1.000000e+00), <8 x float> %{{[^,]+}}, <8 x float> %{{[^,]+}}, <8 x float> zeroinitializer, <8 x float> splat (float 1.000000e+00)) #[[OFTEN]]
; CHECK:       @__wherry_image_fetch_int_pair(ptr addrspace(1) %image, i64 18, i32 2, i32 %{{[^,]+}}, i32 %y, i32 0){{$}}
; CHECK:       call x86_regcallcc void @__wherry_image_store_float_lanes(ptr addrspace(1) %image, i64 0, i32 2, i32 %{{[0-9]+}}, <8 x i32> %
; CHECK:       attributes #[[OFTEN]] = { "wherry-often" }
; ROW:         call x86_regcallcc { <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32> } @__wherry_image_fetch_int_row(ptr addrspace(1) %image, i64 18, i32 2, i32 %{{[^,]+}}, i32 %y, i32 0) #[[OFTEN:[0-9]+]]
; ROW:         @__wherry_image_sample_float_row(ptr addrspace(1) %image, i64 18, i32 2, <8 x float> %{{[^,]+}}, float 5.000000e-01, float 0.000000e+00, i32 %{{[^,]+}}) #[[OFTEN]]
; ROW:         call x86_regcallcc void @__wherry_image_store_float_row(ptr addrspace(1) %image, i64 0, i32 2, i32 %{{[^,]+}}, i32 %y, i32 0, <8 x float> %{{[^,]+}}, <8 x float> %{{[^,]+}}, <8 x float> zeroinitializer, <8 x float> splat (float 1.000000e+00)) #[[OFTEN]]
; SLOPE:       call x86_regcallcc void @__wherry_image_store_float_lanes(ptr addrspace(1) %image, i64 0, i32 {{2|10}}, i32 255, <8 x i32> %
; SLOPE-NOT:   store_float_{{row|pair}}
define void @wg.kernel(ptr addrspace(1) %image, i32 %y, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %column = trunc i64 %x to i32
  %double = shl i32 %column, 1
  %number = sitofp i32 %column to float
  %at = fadd float %number, 0.5
  %word = call { i32, i32, i32, i32 } @__wherry_image_fetch_int.members(ptr addrspace(1) %image, i64 18, i32 2, i32 %column, i32 %y, i32 0, i32 0)
  %first = extractvalue { i32, i32, i32, i32 } %word, 0
  %green = uitofp i32 %first to float
  %texel = call { float, float, float, float } @__wherry_image_sample_float.members(ptr addrspace(1) %image, i64 18, i32 2, float %at, float 0.5, float 0.0, float 0.0)
  %red = extractvalue { float, float, float, float } %texel, 0
  call void @__wherry_image_store_float(ptr addrspace(1) %image, i64 0, i32 2, i32 %column, i32 %y, i32 0, i32 0, float %red, float %green, float 0.0, float 1.0)
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare { i32, i32, i32, i32 } @__wherry_image_fetch_int.members(ptr addrspace(1), i64, i32, i32, i32, i32, i32)
declare { float, float, float, float } @__wherry_image_sample_float.members(ptr addrspace(1), i64, i32, float, float, float, float)
declare void @__wherry_image_store_float(ptr addrspace(1), i64, i32, i32, i32, i32, i32, float, float, float, float)

attributes #0 = { "target-features"="+avx2" "wherry-kernel"="kernel" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
