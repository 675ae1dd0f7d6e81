; RUN: wherry-opt -passes=mark-loop-free %s | FileCheck %s
; A work-item that finds a static variable taken waits for another work-item to construct it.

; CHECK: define spir_kernel void @plain() #[[FREE:[0-9]+]]
; CHECK: define spir_kernel void @waits() {
; CHECK: attributes #[[FREE]] = { "wherry-loop-free" }
@guard = internal addrspace(1) global i64 0
declare spir_func i32 @__cxa_guard_acquire(ptr addrspace(1))

define spir_kernel void @plain() {
  ret void
}
define spir_kernel void @waits() {
  %first = call spir_func i32 @__cxa_guard_acquire(ptr addrspace(1) @guard)
  ret void
}
