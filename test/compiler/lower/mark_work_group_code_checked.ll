; RUN: wherry-opt -passes=mark-work-group-code %s | FileCheck %s --check-prefixes=CHECK,CHECKED
; RUN: sed 's/check_async", i32 1/check_async", i32 0/' %s | wherry-opt -passes=mark-work-group-code | FileCheck %s --check-prefixes=CHECK,PLAIN
; In the checked mode, where anything copies asynchronously, accesses of global and local memory are checked against
; the work-group's copies: the functions that make them are inlined too. Private memory and constants need no check.

@table = internal addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECKED: define spir_func i32 @reads_global(ptr addrspace(1) %in) #[[INLINE:[0-9]+]]
; PLAIN:   define spir_func i32 @reads_global(ptr addrspace(1) %in) {
define spir_func i32 @reads_global(ptr addrspace(1) %in) {
  %value = load i32, ptr addrspace(1) %in
  ret i32 %value
}

; CHECKED: define spir_func void @changes_generic(ptr addrspace(4) %count) #[[INLINE]]
; PLAIN:   define spir_func void @changes_generic(ptr addrspace(4) %count) {
define spir_func void @changes_generic(ptr addrspace(4) %count) {
  %old = atomicrmw add ptr addrspace(4) %count, i32 1 monotonic
  ret void
}

; CHECK: define spir_func i32 @reads_private(ptr %in, i64 %index) {
define spir_func i32 @reads_private(ptr %in, i64 %index) {
  %value = load i32, ptr %in
  %place = getelementptr [4 x i32], ptr addrspace(2) @table, i64 0, i64 %index
  %constant = load i32, ptr addrspace(2) %place
  %sum = add i32 %value, %constant
  ret i32 %sum
}

; CHECK: define spir_kernel void @copies(
define spir_kernel void @copies(ptr addrspace(3) %to, ptr addrspace(1) %from) {
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 16, i64 4, i64 4, i64 4, i64 0)
  ret void
}

declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64)

; CHECKED: attributes #[[INLINE]] = { alwaysinline }
!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.check_async", i32 1}
