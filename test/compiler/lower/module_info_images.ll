; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; The runtime gives images and samplers their arguments by their kinds: 5 for an image, 4 for a sampler, whatever typedef
; the kernel names them by; abi.h numbers them. A pointer to an image does not exist, nor is a pointer to something of
; such a name an image.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK: @args = private constant [3 x { {{.*}} }] [
; CHECK-SAME: i32 5, i32 1,
; CHECK-SAME: i32 4, i32 0,
; CHECK-SAME: i32 1, i32 0,
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" "wherry-regions"="1" !wherry.args !0 !kernel_arg_base_type !4
    !kernel_arg_type !5 !kernel_arg_addr_space !6 !kernel_arg_access_qual !7 {
  ret void
}

!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 8, i32 8, i32 1, i1 true}
!2 = !{i32 8, i32 8, i32 8, i32 0, i1 false}
!3 = !{i32 16, i32 8, i32 8, i32 1, i1 true}
!4 = !{!"image1d_buffer_t", !"sampler_t", !"image_t*"}
!5 = !{!"line", !"filter", !"image_t*"}
!6 = !{i32 1, i32 0, i32 1}
!7 = !{!"read_only", !"none", !"none"}
