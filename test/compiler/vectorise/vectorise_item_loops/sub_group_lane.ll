; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A work-item's number in its sub-group is its lane's number, a constant; a sub-group's barrier needs no code.

; CHECK-LABEL: @wg.lane(
; CHECK:       store <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NOT:   call {{.*}}@__wherry_sub_group
; CHECK:       {{^[}]}}
declare i32 @__wherry_sub_group_lane() memory(none)
declare void @__wherry_sub_group_barrier() convergent

define void @wg.lane(ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %lane = call i32 @__wherry_sub_group_lane()
  call void @__wherry_sub_group_barrier()
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %lane, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="lane" "wherry-regions"="1" "wherry-sub-group-size"="4" "wherry-sub-groups" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
