; RUN: wherry-opt -passes=lower-global-ids %s | FileCheck %s
; Other ids, and what functions that are no kernels ask for, stay. A kernel whose groups have a required size, and one that
; sees sub-groups, keep their grouping, although nothing else in them depends on it.

; CHECK:         define void @wg.ids({{.*}} {
; CHECK-NEXT:      %{{.*}} = call i64 @__wherry_local_id(i32 0)
; CHECK-NEXT:      %{{.*}} = call i64 @__wherry_group_id(i32 1)
; CHECK-NEXT:      %{{.*}} = call i64 @__wherry_global_size(i32 2)
; CHECK:         define void @wg.required({{.*}} {
; CHECK-NOT:       @__wherry_global_id(
; CHECK:         define void @wg.lanes({{.*}} {
; CHECK:         define i64 @helper()
; CHECK-NEXT:      %{{.*}} = call i64 @__wherry_global_id(i32 0)
; CHECK-NOT:     "wherry-regroupable"

define void @wg.ids(ptr %args, ptr %context) "wherry-kernel"="ids" {
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_group_id(i32 1)
  %z = call i64 @__wherry_global_size(i32 2)
  ret void
}

define void @wg.required(ptr %args, ptr %context) "wherry-kernel"="required" "wherry-local-size"="8,8,1" {
  %id = call i64 @__wherry_global_id(i32 0)
  ret void
}

define void @wg.lanes(ptr %args, ptr %context) "wherry-kernel"="lanes" "wherry-sub-groups" {
  %id = call i64 @__wherry_global_id(i32 0)
  ret void
}

define i64 @helper() {
  %id = call i64 @__wherry_global_id(i32 0)
  ret i64 %id
}

declare i64 @__wherry_local_id(i32)
declare i64 @__wherry_group_id(i32)
declare i64 @__wherry_global_size(i32)
declare i64 @__wherry_global_id(i32)
