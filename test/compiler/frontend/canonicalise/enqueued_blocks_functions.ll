; RUN: wherry-opt -passes=enqueued-blocks %s | FileCheck %s
; A block's function leaves the literal, in private memory and at program scope; direct calls of it stay.

; CHECK: @literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4)) }
@literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr @invoke to ptr addrspace(4)) }

; CHECK: define internal spir_func void @invoke
define internal spir_func void @invoke(ptr addrspace(4) %literal) {
  ret void
}

; CHECK: define spir_kernel void @test(ptr %place) {
; CHECK-NEXT: store ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4)), ptr %place
; CHECK-NEXT: call spir_func void @invoke(ptr addrspace(4) null)
define spir_kernel void @test(ptr %place) {
  store ptr addrspace(4) addrspacecast (ptr @invoke to ptr addrspace(4)), ptr %place
  call spir_func void @invoke(ptr addrspace(4) null)
  ret void
}
