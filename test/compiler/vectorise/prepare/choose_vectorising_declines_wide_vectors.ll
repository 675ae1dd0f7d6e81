; RUN: wherry-opt -passes=choose-vectorising %s 2>&1 | FileCheck %s
; Vectors of more than four elements fill registers by themselves: the pass leaves their kernel scalar and says so.

; CHECK:     remark: {{.*}}not vectorised{{.*}}vectors of 8
; CHECK:     define void @wg.wide({{.*}} #[[WIDE:[0-9]+]]
; CHECK:     attributes #[[WIDE]] = { "wherry-kernel"="wide" "wherry-regions"="1" }
define void @wg.wide(ptr %args, ptr %context) "wherry-kernel"="wide" "wherry-regions"="1" "wherry-vectorise" {
  %value = load <8 x float>, ptr %args
  %sum = fadd <8 x float> %value, %value
  store <8 x float> %sum, ptr %args
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"wherry.optimize", i32 1}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
