; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; Sub-groups have as many work-items as a register has lanes of 32 bits, but 16 at most, or as many as the kernel asks
; for (cl_intel_required_subgroup_size). The width is a constant from here on. A kernel that sees its sub-groups says
; so, as its code depends on them; their width alone tells nothing.

; CHECK-LABEL: define void @wg.narrow(
; CHECK-SAME:  #[[NARROW:[0-9]+]]
; CHECK:       call void @use(i32 8)
define spir_kernel void @narrow() #0 {
  %width = call i32 @__wherry_sub_group_width()
  call void @use(i32 %width)
  ret void
}

; CHECK-LABEL: define void @wg.wide(
; CHECK-SAME:  #[[WIDE:[0-9]+]]
; CHECK-NOT:   @__wherry_sub_group_width
; CHECK:       call void @use(i32 16)
define spir_kernel void @wide() #1 {
  %width = call i32 @__wherry_sub_group_width()
  call void @use(i32 %width)
  ret void
}

; CHECK-LABEL: define void @wg.asks(
; CHECK-SAME:  #[[ASKS:[0-9]+]] !intel_reqd_sub_group_size
; CHECK:       call void @use(i32 32)
define spir_kernel void @asks() #0 !intel_reqd_sub_group_size !0 {
  %width = call i32 @__wherry_sub_group_width()
  call void @use(i32 %width)
  ret void
}

; CHECK-LABEL: define void @wg.sees(
; CHECK-SAME:  #[[SEES:[0-9]+]]
define spir_kernel void @sees() #0 {
  %lane = call i32 @__wherry_sub_group_lane()
  call void @use(i32 %lane)
  ret void
}

declare i32 @__wherry_sub_group_width()
declare i32 @__wherry_sub_group_lane()
declare void @use(i32)

; CHECK-DAG: attributes #[[NARROW]] = {{.*}}"wherry-kernel"="narrow" "wherry-sub-group-size"="8" }
; CHECK-DAG: attributes #[[WIDE]] = {{.*}}"wherry-kernel"="wide" "wherry-sub-group-size"="16" }
; CHECK-DAG: attributes #[[ASKS]] = {{.*}}"wherry-kernel"="asks" "wherry-sub-group-size"="32" }
; CHECK-DAG: attributes #[[SEES]] = {{.*}}"wherry-kernel"="sees" "wherry-sub-group-size"="8" "wherry-sub-groups" }
attributes #0 = { "target-features"="+avx2" }
attributes #1 = { "target-features"="+avx2,+avx512bw,+avx512vl" }
!0 = !{i32 32}
