; RUN: wherry-opt -passes=module-info %s | FileCheck %s --implicit-check-not=wherry_module
; The second part of a program: other parts' kernels name the records for their reshaped launches. A kernel of this part
; has its own.

; CHECK:     @wherry_reshaped.k = hidden constant {{.*}} ptr @wg.k.reshaped, {{.*}} ptr null, ptr @shape.k, i64
; CHECK:     @reshaped = private constant {{.*}} ptr @wg.here.reshaped, {{.*}} ptr null, ptr @shape.here, i64
; CHECK:     @kernels = private constant [1 x {{.*}} ptr @wg.here, {{.*}} ptr @reshaped, ptr null, i64 {{.*}}, section "wherry_kernels"
define void @wg.k.reshaped(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-regions"="1" "wherry-reshaped" !wherry.shape !0 {
  ret void
}
define void @wg.here(ptr %args, ptr %context) "wherry-kernel"="here" "wherry-regions"="1" {
  ret void
}
define void @wg.here.reshaped(ptr %args, ptr %context) "wherry-kernel"="here" "wherry-regions"="1" "wherry-reshaped" !wherry.shape !1 {
  ret void
}
define i1 @shape.k(ptr %args, ptr %sizes) {
  ret i1 false
}
define i1 @shape.here(ptr %args, ptr %sizes) {
  ret i1 false
}
!0 = !{ptr @shape.k}
!1 = !{ptr @shape.here}
!llvm.module.flags = !{!2, !3}
!2 = !{i32 1, !"wherry.part", i32 1}
!3 = !{i32 1, !"wherry.kernels_of_all_parts", i32 2}
