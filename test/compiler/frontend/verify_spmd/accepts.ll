; RUN: wherry-opt -passes=verify-spmd -disable-output %s
; A kernel with an intrinsic, a local variable and a call is in SPMD form.
@k.tile = internal addrspace(3) global [4 x i32] undef
declare i64 @__wherry_local_id(i32)
define spir_kernel void @k(ptr addrspace(1) %out) {
  %id = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(3) @k.tile, i64 %id
  store i32 0, ptr addrspace(3) %place
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
