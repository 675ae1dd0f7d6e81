; RUN: wherry-opt -passes=mark-work-group-code %s | FileCheck %s
; A function that calls itself and needs no work-group can stay a function: no error, no mark, even where a kernel
; calls it that needs the work-group. Functions that are called twice do not call themselves.

; CHECK: define spir_func void @recursive(i32 %depth) {
define spir_func void @recursive(i32 %depth) {
  call spir_func void @recursive(i32 %depth)
  ret void
}

; CHECK: define spir_func i64 @twice() #[[INLINE:[0-9]+]]
define spir_func i64 @twice() {
  %first = call spir_func i64 @id()
  %second = call spir_func i64 @id()
  ret i64 %second
}

; CHECK: define spir_func i64 @id() #[[INLINE]]
define spir_func i64 @id() {
  %id = call i64 @__wherry_local_id(i32 0)
  ret i64 %id
}

; CHECK: define spir_kernel void @kernel() {
define spir_kernel void @kernel() {
  %id = call spir_func i64 @twice()
  %again = call spir_func i64 @id()
  call spir_func void @recursive(i32 2)
  ret void
}

declare i64 @__wherry_local_id(i32)
; CHECK: attributes #[[INLINE]] = { alwaysinline }
