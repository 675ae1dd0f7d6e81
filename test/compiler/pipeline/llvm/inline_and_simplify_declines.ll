; RUN: wherry-opt -passes='inline-and-simplify(function(instsimplify))' %s | FileCheck %s
; What inline-policy wants to stay a function stays one; what it must be inlined is so without the passes inside, too.

; CHECK-LABEL: define void @wg.k(
; CHECK-NEXT:    %kept = call i32 @kept(i32 1)
; CHECK-NEXT:    store i32 %kept, ptr %args
; CHECK-NOT:     call
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %kept = call i32 @kept(i32 1)
  store i32 %kept, ptr %args
  %must = call i32 @must(i32 2)
  store i32 %must, ptr %args
  ret void
}

define internal i32 @kept(i32 %x) noinline {
  %sum = add i32 %x, 1
  ret i32 %sum
}

define internal i32 @must(i32 %x) alwaysinline {
  %sum = add i32 %x, 1
  ret i32 %sum
}
