; RUN: wherry-opt -passes=verify-spmd -disable-output %s
; RUN: sed 's/"wherry-waits"//' %s | not wherry-opt -passes=verify-spmd -disable-output - 2>&1 | FileCheck %s
; Behind form-regions sub-groups that wait for each other still let others run, up to outline-sub-groups; no other
; kernel has such calls.

; CHECK: kernel 'k' has '__wherry_yield' without a spin wait
declare void @__wherry_yield()
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-waits" "wherry-regions"="1" {
  call void @__wherry_yield()
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
