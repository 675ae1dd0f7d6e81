; RUN: wherry-opt -passes=vectorise-item-loops,lower-image-calls,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/i64 37, i32 2, float/i64 %x, i32 2, float/' %s | wherry-opt -passes=vectorise-item-loops 2>&1 | FileCheck %s --check-prefix=DIVERGENT
; An image's function is called once for as many lanes as fill a register, with its arguments and its result in
; registers. Stores get a bit for each active lane. A masked epilogue does likewise.

; CHECK:      remark: vectorised, 8 work-items at once: {{.*}} 0 lane by lane, 2 calls of image functions
; CHECK:      call x86_regcallcc { <8 x float>, <8 x float>, <8 x float>, <8 x float> } @__wherry_image_filter_border_plane(ptr addrspace(1) %image, i64 37, <8 x float> %
; CHECK:      call x86_regcallcc void @__wherry_image_store_float_lanes(ptr addrspace(1) %image, i64 0, i32 2, i32 255, <8 x i32> %
; CHECK:      @__wherry_image_filter_border_plane(
; CHECK:      call x86_regcallcc void @__wherry_image_store_float_lanes(ptr addrspace(1) %image, i64 0, i32 2, i32 %{{[0-9]+}}, <8 x i32> %
; DIVERGENT:  its work-items use different images or samplers
define void @wg.kernel(ptr addrspace(1) %image, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %column = trunc i64 %x to i32
  %at = sitofp i32 %column to float
  %texel = call { float, float, float, float } @__wherry_image_sample_float.members(ptr addrspace(1) %image, i64 37, i32 2, float %at, float 1.0, float 0.0, float 0.0)
  %red = extractvalue { float, float, float, float } %texel, 0
  call void @__wherry_image_store_float(ptr addrspace(1) %image, i64 0, i32 2, i32 %column, i32 %column, i32 0, i32 0, float %red, float %red, float 0.0, float 1.0)
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

declare { float, float, float, float } @__wherry_image_sample_float.members(ptr addrspace(1), i64, i32, float, float, float, float)
declare void @__wherry_image_store_float(ptr addrspace(1), i64, i32, i32, i32, i32, i32, float, float, float, float)

attributes #0 = { "target-features"="+avx2" "wherry-kernel"="kernel" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 8}
