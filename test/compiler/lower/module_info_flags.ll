; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; Each fact that the runtime decides by has its bit in KernelInfo::flags, each option in Module::flags
; (kernel_abi/abi.h: async copies 1, printf 2, barriers 4, scheduled 16, denormals 32, any groups 64, contiguous 128,
; lanes in dimension 1 256, in dimension 2 8192, loop-free 512; uniform groups 1, as written 2).

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK: = private constant [7 x {
; CHECK-SAME: ptr @wg.copies, ptr @__executable_start, ptr @_etext, ptr @_end, i32 0, i32 0, i32 33,
; CHECK-SAME: ptr @wg.prints, ptr @__executable_start, ptr @_etext, ptr @_end, i32 0, i32 0, i32 38,
; CHECK-SAME: ptr @wg.scheduled, ptr @__executable_start, ptr @_etext, ptr @_end, i32 0, i32 0, i32 49,
; CHECK-SAME: ptr @wg.regroupable, ptr @__executable_start, ptr @_etext, ptr @_end, i32 0, i32 0, i32 608,
; CHECK-SAME: ptr @wg.contiguous, ptr @__executable_start, ptr @_etext, ptr @_end, i32 0, i32 0, i32 160, {{.*}} i32 0, i32 4, i32 0, i32 0, ptr null, ptr null,
; CHECK-SAME: ptr @wg.dimension_1, ptr @__executable_start, ptr @_etext, ptr @_end, i32 0, i32 0, i32 288,
; CHECK-SAME: ptr @wg.dimension_2, ptr @__executable_start, ptr @_etext, ptr @_end, i32 0, i32 0, i32 8224,
; CHECK: @wherry_module = {{.*}}constant { {{.*}} } { i32 {{-?[0-9]+}}, i32 7, ptr {{@[^,]*}}, ptr null, ptr null, i32 120, i32 3, i64 0 }
define void @wg.copies(ptr %args, ptr %context) "wherry-kernel"="copies" "wherry-regions"="1" "wherry-copies" {
  ret void
}
define void @wg.prints(ptr %args, ptr %context) "wherry-kernel"="prints" "wherry-regions"="1" "wherry-prints" "wherry-barriers" {
  ret void
}
define void @wg.scheduled(ptr %args, ptr %context) "wherry-kernel"="scheduled" "wherry-regions"="1" "wherry-copies" "wherry-scheduled" {
  ret void
}
define void @wg.regroupable(ptr %args, ptr %context) "wherry-kernel"="regroupable" "wherry-regions"="1" "wherry-regroupable" "wherry-loop-free" {
  ret void
}
define void @wg.contiguous(ptr %args, ptr %context) "wherry-kernel"="contiguous" "wherry-regions"="1" "wherry-contiguous" "wherry-blocked-iterations"="4" {
  ret void
}
define void @wg.dimension_1(ptr %args, ptr %context) "wherry-kernel"="dimension_1" "wherry-regions"="1" "wherry-lane-dimension"="1" {
  ret void
}
define void @wg.dimension_2(ptr %args, ptr %context) "wherry-kernel"="dimension_2" "wherry-regions"="1" "wherry-lane-dimension"="2" {
  ret void
}

!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 8, !"wherry.denorms_are_zero", i32 1}
!1 = !{i32 8, !"wherry.uniform_work_groups", i32 1}
!2 = !{i32 8, !"wherry.optimize", i32 0}
