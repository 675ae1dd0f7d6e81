; RUN: wherry-opt -passes=module-info %s | FileCheck %s --implicit-check-not=wherry_module
; A module with functions for reshaped launches only has their records, which another module's kernels name.

; CHECK:     @wherry_reshaped.k = hidden constant {{.*}} ptr @wg.k.reshaped, {{.*}} ptr null, ptr @shape.k, i64
; CHECK:     define internal void @wg.k.reshaped(
; CHECK:     define internal i1 @shape.k(
define void @wg.k.reshaped(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-reshaped" !wherry.shape !0 {
  ret void
}
define i1 @shape.k(ptr %args, ptr %sizes) {
  ret i1 false
}
!0 = !{ptr @shape.k}
!llvm.module.flags = !{!1}
!1 = !{i32 1, !"wherry.reshaped_only", i32 1}
