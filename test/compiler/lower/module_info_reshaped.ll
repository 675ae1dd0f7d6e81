; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; The second function's record belongs to the kernel's; the module has one kernel.

; CHECK:     @reshaped = private constant {{.*}} ptr @wg.k.reshaped, {{.*}} ptr null, ptr @shape.k, i64
; CHECK:     @kernels = private constant [1 x {{.*}} ptr @wg.k, {{.*}} ptr @reshaped, ptr null, i64
; CHECK:     define internal void @wg.k(
; CHECK:     define internal void @wg.k.reshaped(
; CHECK:     define internal i1 @shape.k(
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-regions"="1" {
  ret void
}
define void @wg.k.reshaped(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-regions"="1" "wherry-reshaped" !wherry.shape !0 {
  ret void
}
define i1 @shape.k(ptr %args, ptr %sizes) {
  ret i1 false
}
!0 = !{ptr @shape.k}
