; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; Where all groups have one size, the size is a constant, and in a dimension of one work-item its id is 0. Ids of other
; dimensions, the groups' ids, and sizes of a dimension that is not a constant are still asked for.

; CHECK-LABEL: define void @wg.kernel(
; CHECK-SAME:  #[[FACTS:[0-9]+]]
; CHECK:       %[[X:.*]] = call i64 @__wherry_local_id(i32 0)
; CHECK:       %[[GROUP:.*]] = call i64 @__wherry_group_id(i32 1)
; CHECK:       %[[ANY:.*]] = call i64 @__wherry_local_size(i32 %dim)
; CHECK:       call void @use(i64 64, i64 1, i64 64, i64 %[[X]], i64 0, i64 %[[GROUP]], i64 %[[ANY]])
define spir_kernel void @kernel(i32 %dim) #0 {
  %width = call i64 @__wherry_local_size(i32 0)
  %height = call i64 @__wherry_local_size(i32 1)
  %enqueued = call i64 @__wherry_enqueued_local_size(i32 0)
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %group = call i64 @__wherry_group_id(i32 1)
  %any = call i64 @__wherry_local_size(i32 %dim)
  call void @use(i64 %width, i64 %height, i64 %enqueued, i64 %x, i64 %y, i64 %group, i64 %any)
  ret void
}

; CHECK-LABEL: define void @wg.any_size(
; CHECK:       %[[WIDTH:.*]] = call i64 @__wherry_local_size(i32 0)
; CHECK:       call void @use(i64 %[[WIDTH]],
define spir_kernel void @any_size() {
  %width = call i64 @__wherry_local_size(i32 0)
  call void @use(i64 %width, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0)
  ret void
}

declare i64 @__wherry_local_size(i32)
declare i64 @__wherry_enqueued_local_size(i32)
declare i64 @__wherry_local_id(i32)
declare i64 @__wherry_group_id(i32)
declare void @use(i64, i64, i64, i64, i64, i64, i64)

; CHECK: attributes #[[FACTS]] = {{.*}}"wherry-local-size"="64,1,1"
attributes #0 = { "wherry-local-size"="64,1,1" }
