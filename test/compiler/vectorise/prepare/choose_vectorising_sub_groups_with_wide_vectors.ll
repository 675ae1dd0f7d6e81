; RUN: wherry-opt -passes=choose-vectorising %s 2>&1 | FileCheck %s
; A kernel that sees sub-groups is vectorised whatever vectors it computes with.

declare i32 @__wherry_sub_group_lane()

; CHECK-NOT: remark
; CHECK:     define void @wg.lane({{.*}} #[[LANE:[0-9]+]]
; CHECK:     attributes #[[LANE]] = {{.*}}"wherry-vectorise"
define void @wg.lane(ptr %args, ptr %context) "wherry-kernel"="lane" "wherry-regions"="1" {
  %lane = call i32 @__wherry_sub_group_lane()
  %value = load <16 x float>, ptr %args
  %sum = fadd <16 x float> %value, %value
  store <16 x float> %sum, ptr %args
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 8, !"wherry.optimize", i32 1}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
