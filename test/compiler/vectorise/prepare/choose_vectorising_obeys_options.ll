; RUN: wherry-opt -passes=choose-vectorising %s | FileCheck %s
; RUN: sed 's/optimize", i32 1/optimize", i32 0/; s/width", i32 1/width", i32 8/' %s | wherry-opt -passes=choose-vectorising | FileCheck %s
; With -cl-wherry-vector-width=1 or -cl-opt-disable, only kernels that see sub-groups are vectorised: a sub-group's
; operations work on a vector's lanes.

declare i32 @__wherry_sub_group_ballot(i32)
declare i32 @__wherry_sub_group_size()

; CHECK:     define void @wg.scalar({{.*}} #[[SCALAR:[0-9]+]]
define void @wg.scalar(ptr %args, ptr %context) "wherry-kernel"="scalar" "wherry-regions"="1" "wherry-vectorise" {
  %value = load float, ptr %args
  %sum = fadd float %value, 1.0
  store float %sum, ptr %args
  ret void
}

; CHECK:     define void @wg.ballot({{.*}} #[[BALLOT:[0-9]+]]
define void @wg.ballot(ptr %args, ptr %context) "wherry-kernel"="ballot" "wherry-regions"="1" {
  %votes = call i32 @__wherry_sub_group_ballot(i32 1)
  ret void
}

; A sub-group's size says nothing of its lanes.
; CHECK:     define void @wg.size({{.*}} #[[SIZE:[0-9]+]]
define void @wg.size(ptr %args, ptr %context) "wherry-kernel"="size" "wherry-regions"="1" {
  %size = call i32 @__wherry_sub_group_size()
  ret void
}

; CHECK-DAG: attributes #[[SCALAR]] = { "wherry-kernel"="scalar" "wherry-regions"="1" }
; CHECK-DAG: attributes #[[BALLOT]] = {{.*}}"wherry-vectorise"
; CHECK-DAG: attributes #[[SIZE]] = { "wherry-kernel"="size" "wherry-regions"="1" }

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"wherry.optimize", i32 1}
!1 = !{i32 7, !"wherry.vector_width", i32 1}
