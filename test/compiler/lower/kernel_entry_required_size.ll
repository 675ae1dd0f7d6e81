; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s --check-prefixes=CHECK,UNIFORM
; RUN: sed 's/groups", i32 1/groups", i32 0/' %s | wherry-opt -passes=kernel-entry | FileCheck %s --check-prefixes=CHECK,ANY
; reqd_work_group_size is the size of every group only where groups are uniform: before OpenCL C 2.0, or with
; -cl-uniform-work-group-size. Otherwise the last groups of a launch may be smaller (OpenCL API 5.8).

; CHECK-LABEL:   define void @wg.required(
; CHECK-SAME:    #[[REQUIRED:[0-9]+]] !reqd_work_group_size
; UNIFORM:       call void @use(i64 8)
; ANY:           %[[WIDTH:.*]] = call i64 @__wherry_local_size(i32 0)
; ANY:           call void @use(i64 %[[WIDTH]])
define spir_kernel void @required() !reqd_work_group_size !1 {
  %width = call i64 @__wherry_local_size(i32 0)
  call void @use(i64 %width)
  ret void
}

; What a variant knows of its launches is at least as much.
; CHECK-LABEL:   define void @wg.variant(
; CHECK-SAME:    #[[VARIANT:[0-9]+]] !reqd_work_group_size
; CHECK:         call void @use(i64 8)
define spir_kernel void @variant() #0 !reqd_work_group_size !1 {
  %width = call i64 @__wherry_local_size(i32 0)
  call void @use(i64 %width)
  ret void
}

declare i64 @__wherry_local_size(i32)
declare void @use(i64)

; UNIFORM-DAG: attributes #[[REQUIRED]] = {{.*}}"wherry-local-size"="8,4,1"
; ANY-NOT:     attributes #[[REQUIRED]] = {{.*}}"wherry-local-size"
; CHECK-DAG:   attributes #[[VARIANT]] = {{.*}}"wherry-local-size"="8,4,1"
attributes #0 = { "wherry-local-size"="8,4,1" }

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wherry.uniform_work_groups", i32 1}
!1 = !{i32 8, i32 4, i32 1}
