; RUN: wherry-opt -passes=verify-spmd %s | FileCheck %s
; The verifier changes nothing, and knows each stage by the kernels' facts: before regions are formed a kernel has operations
; and no item loop, behind it may have item loops and what the vectoriser lowers.

; CHECK-LABEL: @wg.before(
; CHECK-NEXT:    call void @__wherry_barrier(i32 1)
; CHECK-LABEL: @wg.behind(
; CHECK:         %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop
; CHECK:         call i32 @__wherry_sub_group_ballot(i32 1)
declare void @__wherry_barrier(i32)
declare i32 @__wherry_sub_group_ballot(i32)
define void @wg.before(ptr %args, ptr %context) "wherry-kernel"="before" {
  call void @__wherry_barrier(i32 1)
  ret void
}

define void @wg.behind(ptr %args, ptr %context) "wherry-kernel"="behind" "wherry-regions"="1" {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !1
  %bits = call i32 @__wherry_sub_group_ballot(i32 1)
  %x.next = add i64 %x, 1
  %again = icmp ult i64 %x.next, 8, !wherry.item_loop !1
  br i1 %again, label %items, label %done, !wherry.item_loop !1

done:
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 7, !"wherry.opencl_c_version", i32 300}
!1 = !{}
