; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A broadcast takes one lane's element; a lane number too large stays within the vector.

; CHECK-LABEL: @wg.broadcast(
; CHECK:       %[[LANE:.*]] = and i32 %which, 3
; CHECK:       %[[ONE:.*]] = extractelement <4 x i32> %{{.*}}, i32 %[[LANE]]
; CHECK:       %[[SPLAT:.*]] = insertelement <4 x i32> poison, i32 %[[ONE]], i64 0
; CHECK:       %[[ALL:.*]] = shufflevector <4 x i32> %[[SPLAT]]
; CHECK:       store <4 x i32> %[[ALL]]
declare i64 @__wherry_sub_group_broadcast(i64, i32, i32) convergent memory(none)

define void @wg.broadcast(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %which, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %bits = zext i32 %value to i64
  %one.bits = call i64 @__wherry_sub_group_broadcast(i64 %bits, i32 105, i32 %which)
  %one = trunc i64 %one.bits to i32
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %one, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="broadcast" "wherry-regions"="1" "wherry-sub-group-size"="4" "wherry-sub-groups" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
