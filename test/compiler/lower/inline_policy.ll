; RUN: wherry-opt -passes=inline-policy %s | FileCheck %s --check-prefixes=CHECK,VECTORS
; RUN: sed 's/optimize", i32 1/optimize", i32 0/' %s | wherry-opt -passes=inline-policy | FileCheck %s --check-prefixes=CHECK,NONE
; RUN: sed 's/vector_width", i32 0/vector_width", i32 1/' %s | wherry-opt -passes=inline-policy | FileCheck %s --check-prefixes=CHECK,NONE
; A call stops the vectoriser, so all is inlined into a kernel that is short, more than scalar code would profit from; but
; only where kernels are vectorised at all: not without optimisation, nor with -cl-wherry-vector-width=1.

; CHECK: define void @wg.kernel(ptr %args, ptr %context) #[[KERNEL:[0-9]+]]
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" {
; VECTORS-NOT: call
; VECTORS:     ret void
; NONE:        call i32 @helper(i32 1)
  %x = call i32 @helper(i32 1)
  ret void
}

; VECTORS: define internal i32 @helper(i32 %x) #[[INLINE:[0-9]+]]
; NONE:    define internal i32 @helper(i32 %x) {
define internal i32 @helper(i32 %x) {
  %sum = add i32 %x, 1
  ret i32 %sum
}

; CHECK:   attributes #[[KERNEL]] = { "wherry-kernel"="kernel" }
; VECTORS: attributes #[[INLINE]] = { alwaysinline }
; NONE-NOT: alwaysinline
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"wherry.optimize", i32 1}
!1 = !{i32 1, !"wherry.vector_width", i32 0}
