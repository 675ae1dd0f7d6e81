; RUN: wherry-opt -passes=choose-vectorising %s 2>&1 | FileCheck %s
; A load or bitcast that is only asked for its elements is no vector to compute with, nor are truth values that are.

; CHECK-NOT: remark
; CHECK:     define void @wg.parts({{.*}} #[[PARTS:[0-9]+]]
; CHECK:     attributes #[[PARTS]] = {{.*}}"wherry-vectorise"
define void @wg.parts(ptr %args, ptr %context) "wherry-kernel"="parts" "wherry-regions"="1" {
  %values = load <8 x float>, ptr %args
  %first = extractelement <8 x float> %values, i64 0
  store float %first, ptr %context
  %bits = load i64, ptr %args
  %bytes = bitcast i64 %bits to <8 x i8>
  %byte = extractelement <8 x i8> %bytes, i64 3
  store i8 %byte, ptr %context
  %truth = load <8 x i1>, ptr %args
  store <8 x i1> %truth, ptr %context
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"wherry.optimize", i32 1}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
