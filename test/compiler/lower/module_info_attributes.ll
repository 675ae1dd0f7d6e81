; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; CL_KERNEL_ATTRIBUTES lists a kernel's attributes as the source has them, without spaces in them, one space between
; them; the sizes stand as numbers too.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-DAG: [[ALL:@.*]] = private constant [{{.*}}] c"reqd_work_group_size(8,4,1) work_group_size_hint(16,2,1) intel_reqd_sub_group_size(16) vec_type_hint(float4)\00"
; CHECK-DAG: [[UNSIGNED:@.*]] = private constant [{{.*}}] c"vec_type_hint(uchar)\00"
; CHECK-DAG: [[SIGNED:@.*]] = private constant [{{.*}}] c"vec_type_hint(long2)\00"
; CHECK: = private constant [3 x {
; CHECK-SAME: ptr [[ALL]], ptr null, ptr @wg.all, {{.*}} i32 8, i32 4, i32 1, i32 16, i32 2, i32 1, i32 0, i32 0, ptr null, i32 16, ptr null, i64 0, i32 0, i32 0, ptr null, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, i64 ptrtoint (ptr @wherry_stack.wg.all to i64), i64 0 }
; CHECK-SAME: ptr [[UNSIGNED]], ptr null, ptr @wg.unsigned,
; CHECK-SAME: ptr [[SIGNED]], ptr null, ptr @wg.signed,
define void @wg.all(ptr %args, ptr %context) "wherry-kernel"="all" "wherry-regions"="1" !reqd_work_group_size !0 !work_group_size_hint !1 !intel_reqd_sub_group_size !2 !vec_type_hint !3 {
  ret void
}
define void @wg.unsigned(ptr %args, ptr %context) "wherry-kernel"="unsigned" "wherry-regions"="1" !vec_type_hint !4 {
  ret void
}
define void @wg.signed(ptr %args, ptr %context) "wherry-kernel"="signed" "wherry-regions"="1" !vec_type_hint !5 {
  ret void
}

!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 16, i32 2, i32 1}
!2 = !{i32 16}
!3 = !{<4 x float> poison, i32 0}
!4 = !{i8 poison, i32 0}
!5 = !{<2 x i64> poison, i32 1}
