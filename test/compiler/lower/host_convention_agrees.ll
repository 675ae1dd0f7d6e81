; RUN: wherry-opt -passes=host-convention,instcombine,simplifycfg %s | FileCheck %s
; A function and its calls change together: LLVM takes a call by another convention than the function's for one that is
; never reached.

; CHECK-LABEL: define void @wg.kernel(
; CHECK-NEXT:  call void @helper(ptr %args)
; CHECK-NEXT:  ret void
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" {
  call spir_func void @helper(ptr %args)
  ret void
}

define internal spir_func void @helper(ptr %args) {
  store volatile i32 0, ptr %args
  ret void
}
