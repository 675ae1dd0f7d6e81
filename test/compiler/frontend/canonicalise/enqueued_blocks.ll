; RUN: wherry-opt -passes=enqueued-blocks %s | FileCheck %s
; The kernel that Clang makes of an enqueued block is passed by its description, in whatever address space, and is
; marked. Its arguments are the literal, in global memory, and local memory.

; CHECK-DAG: @__wherry_block.block_kernel = external constant i8
; CHECK-LABEL: define spir_kernel void @test
; CHECK: call spir_func i32 @__enqueue_kernel_basic(ptr addrspace(1) %q, i32 0, ptr null, ptr addrspace(4) addrspacecast (ptr @__wherry_block.block_kernel to ptr addrspace(4)), ptr addrspace(4) null)
; CHECK: define spir_kernel void @block_kernel(ptr addrspace(4) %literal, ptr addrspace(3) %tile) #[[BLOCK:[0-9]+]] !kernel_arg_addr_space ![[SPACES:[0-9]+]]
; CHECK: attributes #[[BLOCK]] = { "wherry-block" }
; CHECK: ![[SPACES]] = !{i32 1, i32 3}
declare spir_func i32 @__enqueue_kernel_basic(ptr addrspace(1), i32, ptr, ptr addrspace(4), ptr addrspace(4))

define spir_kernel void @test(ptr addrspace(1) %q) {
  %r = call spir_func i32 @__enqueue_kernel_basic(ptr addrspace(1) %q, i32 0, ptr null, ptr addrspace(4) addrspacecast (ptr @block_kernel to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

define spir_kernel void @block_kernel(ptr addrspace(4) %literal, ptr addrspace(3) %tile) {
  ret void
}
