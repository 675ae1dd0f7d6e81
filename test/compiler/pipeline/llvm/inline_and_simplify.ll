; RUN: wherry-opt -passes='inline-and-simplify(function(instsimplify))' %s | FileCheck %s
; LLVM's inliner of level 3: from the callees up, the passes inside run on each function before its callers take it in.

; CHECK-LABEL: define void @wg.k(
; CHECK-NEXT:    store i32 3, ptr %args
; CHECK-NEXT:    ret void
; CHECK-NOT:   define internal
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %sum = call i32 @sum(i32 1, i32 2)
  store i32 %sum, ptr %args
  ret void
}

define internal i32 @sum(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  ret i32 %sum
}
