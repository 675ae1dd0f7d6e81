; RUN: wherry-opt -passes=yield-in-spin-waits %s | FileCheck %s
; RUN: sed -e 's/"wherry-local-size"="4,4,1"//' -e 's/!0 = .*/!0 = !{i32 7, !"wherry.independent_sub_groups", i32 0}/' %s | wherry-opt -passes=yield-in-spin-waits | FileCheck %s
; Where all work-groups are known to have one sub-group, none waits for another; nor with -cl-no-subgroup-ifp.

; CHECK-LABEL: define void @wg.waits(
; CHECK-NOT:   @__wherry_yield
; CHECK-NOT:   "wherry-waits"
define void @wg.waits(ptr addrspace(1) %flag, ptr %context) "wherry-kernel"="waits" "wherry-sub-group-size"="16" "wherry-local-size"="4,4,1" {
entry:
  br label %loop

loop:
  %seen = load atomic i32, ptr addrspace(1) %flag monotonic, align 4
  %set = icmp ne i32 %seen, 0
  br i1 %set, label %left, label %loop

left:
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.independent_sub_groups", i32 1}
