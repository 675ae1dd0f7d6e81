; RUN: wherry-opt -passes=host-convention %s | FileCheck %s
; SPIR's calling conventions mean nothing to the host: all functions and calls get C's. Functions that are no
; work-group functions become internal, so that nothing else in the process can meet their names.

; CHECK: define void @wg.kernel(ptr %args, ptr %context) #
; CHECK: call i32 @helper(i32 1)
; CHECK: call i32 @declared(i32 1)
; CHECK: call void %function()
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" {
  %x = call spir_func i32 @helper(i32 1)
  %y = call spir_func i32 @declared(i32 1)
  %function = load ptr, ptr %args
  call spir_func void %function()
  ret void
}

; CHECK: define internal i32 @helper(i32 %x) {
define spir_func i32 @helper(i32 %x) {
  ret i32 %x
}

; CHECK: define internal void @called(
define spir_func void @called(ptr addrspace(1) %out) {
  ret void
}

; CHECK: declare i32 @declared(i32)
declare spir_func i32 @declared(i32)
