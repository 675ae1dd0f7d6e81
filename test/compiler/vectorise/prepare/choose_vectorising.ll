; RUN: wherry-opt -passes=choose-vectorising %s 2>&1 | FileCheck %s
; An optimised kernel is vectorised, also one whose work-items compute with vectors of up to four elements. A function
; that is no kernel gets no facts.

; CHECK-NOT: remark
; CHECK:     define void @wg.scalar({{.*}} #[[SCALAR:[0-9]+]]
define void @wg.scalar(ptr %args, ptr %context) "wherry-kernel"="scalar" "wherry-regions"="1" {
  %value = load float, ptr %args
  %sum = fadd float %value, 1.0
  store float %sum, ptr %args
  ret void
}

; CHECK:     define void @wg.short_vectors({{.*}} #[[SHORT:[0-9]+]]
define void @wg.short_vectors(ptr %args, ptr %context) "wherry-kernel"="short_vectors" "wherry-regions"="1" {
  %value = load <4 x float>, ptr %args
  %sum = fadd <4 x float> %value, %value
  store <4 x float> %sum, ptr %args
  ret void
}

; CHECK:     define void @helper(ptr %args) {
define void @helper(ptr %args) {
  ret void
}

; CHECK-DAG: attributes #[[SCALAR]] = { "wherry-kernel"="scalar" "wherry-regions"="1" "wherry-vectorise" }
; CHECK-DAG: attributes #[[SHORT]] = { "wherry-kernel"="short_vectors" "wherry-regions"="1" "wherry-vectorise" }

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"wherry.optimize", i32 1}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
