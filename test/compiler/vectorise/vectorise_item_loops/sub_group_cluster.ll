; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A clustered sum adds each lane and its opposite, 1 and then 2 lanes away, as long as the cluster is larger than that.

; CHECK-LABEL: @wg.cluster(
; CHECK:       shufflevector <4 x i32> {{.*}}, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
; CHECK:       add <4 x i32>
; CHECK:       icmp ugt i32 %members, 1
; CHECK:       shufflevector <4 x i32> {{.*}}, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
; CHECK:       add <4 x i32>
; CHECK:       icmp ugt i32 %members, 2
; CHECK:       store <4 x i32>
declare i64 @__wherry_sub_group_cluster(i64, i32, i32, i32) convergent memory(none)

define void @wg.cluster(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %members, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %bits = zext i32 %value to i64
  %sum.bits = call i64 @__wherry_sub_group_cluster(i64 %bits, i32 105, i32 43, i32 %members)
  %sum = trunc i64 %sum.bits to i32
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %sum, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="cluster" "wherry-regions"="1" "wherry-sub-group-size"="4" "wherry-sub-groups" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
