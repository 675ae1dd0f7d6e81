; RUN: wherry-opt -passes=global-constructors %s | FileCheck %s
; A program without constructors gets no kernel for them, and keeps a function of its own that has a known name.

; CHECK-NOT: @__wherry_global_constructors
; CHECK: define spir_func i32 @__cxa_atexit(i32 %n)
; CHECK: call spir_func i32 @__cxa_atexit(i32 3)
define spir_func i32 @__cxa_atexit(i32 %n) {
  ret i32 %n
}
define spir_kernel void @test(ptr addrspace(1) %out) {
  %n = call spir_func i32 @__cxa_atexit(i32 3)
  store i32 %n, ptr addrspace(1) %out
  ret void
}
