; RUN: wherry-opt -passes=verify-spmd -disable-output %s
; RUN: sed 's/"wherry-kernel"="k"/"wherry-kernel"="k" "wherry-regions"="1"/' %s | not wherry-opt -passes=verify-spmd -disable-output - 2>&1 | FileCheck %s
; Global ids stay behind kernel-entry, until lower-global-ids: regions have none.

; CHECK: kernel 'k' has '__wherry_global_id' behind kernel-entry
declare i64 @__wherry_global_id(i32)
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %id = call i64 @__wherry_global_id(i32 0)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
