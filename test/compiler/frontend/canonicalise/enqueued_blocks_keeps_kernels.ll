; RUN: wherry-opt -passes=enqueued-blocks %s | FileCheck %s
; A kernel that lists name, for the attributes used and annotate, is no block.

; CHECK-NOT: __wherry_block
; CHECK: define spir_kernel void @plain(ptr addrspace(1) %out) {
@text = private constant [2 x i8] c"x\00"
@llvm.used = appending global [1 x ptr] [ptr @plain], section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @plain, ptr @text, ptr @text, i32 1, ptr null }], section "llvm.metadata"

define spir_kernel void @plain(ptr addrspace(1) %out) {
  ret void
}
