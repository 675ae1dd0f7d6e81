; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; Functions that are marked are inlined, also into one another; others stay calls. Both kernels get the code.

; CHECK-LABEL: define void @wg.first(
; CHECK-NOT:   @marked
; CHECK:       call i64 @__wherry_local_id(i32 2)
; CHECK-NOT:   @marked
; CHECK:       call spir_func i64 @left(i64
; CHECK-NOT:   @marked
; CHECK:       ret void
define spir_kernel void @first() {
  %id = call spir_func i64 @marked_outer(i32 2)
  %left = call spir_func i64 @left(i64 %id)
  ret void
}

; CHECK-LABEL: define void @wg.second(
; CHECK-NOT:   @marked
; CHECK:       call i64 @__wherry_local_id(i32 1)
; CHECK:       call i64 @__wherry_local_id(i32 0)
; CHECK-NOT:   @marked
; CHECK:       ret void
define spir_kernel void @second() {
  %y = call spir_func i64 @marked_inner(i32 1)
  %x = call spir_func i64 @marked_outer(i32 0)
  ret void
}

define internal spir_func i64 @marked_outer(i32 %dim) #0 {
  %id = call spir_func i64 @marked_inner(i32 %dim)
  ret i64 %id
}

define internal spir_func i64 @marked_inner(i32 %dim) #0 {
  %id = call i64 @__wherry_local_id(i32 %dim)
  ret i64 %id
}

define internal spir_func i64 @left(i64 %x) noinline {
  ret i64 %x
}

declare i64 @__wherry_local_id(i32)
attributes #0 = { alwaysinline }
