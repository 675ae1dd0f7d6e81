; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A block's address is the first lane's, and what stands behind is read and written as a whole. A smaller sub-group takes
; the pointer of the first lane that is there.

; CHECK-LABEL: @wg.block(
; CHECK:       %[[ALL:.*]] = getelementptr inbounds i32, ptr addrspace(1) %in, <4 x i64> %{{.*}}
; CHECK:       %[[ONE:.*]] = extractelement <4 x ptr addrspace(1)> %[[ALL]], i64 0
; CHECK:       %[[VALUES:.*]] = load <4 x i32>, ptr addrspace(1) %[[ONE]], align 4
; CHECK:       store <4 x i32> %[[VALUES]], ptr addrspace(1) %out, align 4
; CHECK:       %[[FIRST:.*]] = call i4 @llvm.cttz.i4(
; CHECK:       %[[WITHIN:.*]] = and i4 %[[FIRST]], 3
; CHECK:       %[[THERE:.*]] = extractelement <4 x ptr addrspace(1)> %{{.*}}, i4 %[[WITHIN]]
; CHECK:       call <4 x i32> @llvm.masked.load.v4i32.p1(ptr addrspace(1) align 4 %[[THERE]]
; CHECK-NOT:   masked.gather
declare ptr addrspace(1) @__wherry_sub_group_pointer(ptr addrspace(1)) convergent memory(none)
declare i32 @__wherry_sub_group_lane() speculatable memory(none)

define void @wg.block(ptr addrspace(1) %in, ptr addrspace(1) %places, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %place.at = getelementptr inbounds i64, ptr addrspace(1) %places, i64 %x
  %place = load i64, ptr addrspace(1) %place.at, align 8
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %place
  %one = call ptr addrspace(1) @__wherry_sub_group_pointer(ptr addrspace(1) %p)
  %lane = call i32 @__wherry_sub_group_lane()
  %at = zext i32 %lane to i64
  %from = getelementptr inbounds i32, ptr addrspace(1) %one, i64 %at
  %value = load i32, ptr addrspace(1) %from, align 4
  %to.one = call ptr addrspace(1) @__wherry_sub_group_pointer(ptr addrspace(1) %out)
  %to = getelementptr inbounds i32, ptr addrspace(1) %to.one, i64 %at
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="block" "wherry-regions"="1" "wherry-sub-group-size"="4" "wherry-sub-groups" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
