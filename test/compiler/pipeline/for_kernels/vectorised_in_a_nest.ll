; RUN: wherry-opt -passes='for-kernels<vectorised>(loop(indvars),instsimplify),for-kernels<vectorised>(adce)' %s | FileCheck %s
; Passes inside may be pipelines themselves; the next one sees what the one before has left.

; CHECK-LABEL: @wg.vectorised(
; CHECK-NEXT:    store i32 3, ptr %args
; CHECK-NEXT:    ret void
define void @wg.vectorised(ptr %args, ptr %context) "wherry-kernel"="vectorised" "wherry-vectorise" {
  %sum = add i32 1, 2
  %unused = load i32, ptr %args
  store i32 %sum, ptr %args
  ret void
}
