; RUN: not wherry-opt -passes=verify-spmd -disable-output %s 2>&1 | FileCheck %s
; A jump to a computed label, memory that is not OpenCL's: each breach has its line.

; CHECK:      the module is not in SPMD form: variable 'far' stands in an address space that OpenCL has not
; CHECK-NEXT: 'k' has an instruction that OpenCL knows no meaning of: indirectbr
@far = internal addrspace(7) global i32 7
define spir_kernel void @k() {
  indirectbr ptr blockaddress(@k, %next), [ label %next ]

next:
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
