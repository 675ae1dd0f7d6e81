; RUN: wherry-opt -passes=global-constructors %s | FileCheck %s
; One kernel calls the constructors of all source files, by their priorities and in the list's order where these are
; alike. What Clang made kernels of are functions then, without the metadata of kernels.

; CHECK-NOT: llvm.global_ctors
; CHECK: define internal spir_func void @first()
; CHECK-NOT: kernel_arg_type
; CHECK: define spir_kernel void @__wherry_global_constructors()
; CHECK-NEXT: call spir_func void @early()
; CHECK-NEXT: call spir_func void @first()
; CHECK-NEXT: call spir_func void @second()
; CHECK-NEXT: ret void
@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [
  { i32, ptr, ptr } { i32 65535, ptr @first, ptr null },
  { i32, ptr, ptr } { i32 65535, ptr @second, ptr null },
  { i32, ptr, ptr } { i32 100, ptr @early, ptr null }]
@object = addrspace(1) global i32 0

define internal spir_kernel void @first() !kernel_arg_type !0 {
  store i32 1, ptr addrspace(1) @object
  ret void
}
define internal spir_kernel void @second() !kernel_arg_type !0 {
  store i32 2, ptr addrspace(1) @object
  ret void
}
define internal spir_kernel void @early() !kernel_arg_type !0 {
  store i32 3, ptr addrspace(1) @object
  ret void
}
!0 = !{}
