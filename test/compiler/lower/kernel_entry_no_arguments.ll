; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; A kernel without arguments has an empty argument block: no bytes of it may be read, and no facts speak of it.

; CHECK: define void @wg.kernel(ptr noundef align 128 %args, ptr noundef align 8 dereferenceable({{[0-9]+}}) %context) #[[FACTS:[0-9]+]] {
; CHECK: attributes #[[FACTS]] = {
; CHECK-NOT: wherry-args-bytes
; CHECK-SAME: "wherry-kernel"="kernel"
define spir_kernel void @kernel() {
  ret void
}
