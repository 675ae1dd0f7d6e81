; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A ballot is the lanes' comparison as bits; in a smaller sub-group the absent lanes' bits are 0.

; CHECK-LABEL: @wg.ballot(
; CHECK:       %[[LARGE:.*]] = icmp ne <4 x i32> %{{.*}}, zeroinitializer
; CHECK:       %[[BITS:.*]] = bitcast <4 x i1> %[[LARGE]] to i4
; CHECK:       %[[ALL:.*]] = zext i4 %[[BITS]] to i32
; CHECK:       insertelement <4 x i32> poison, i32 %[[ALL]], i64 0
; CHECK:       %[[THERE:.*]] = select <4 x i1> %{{.*}}, <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK:       bitcast <4 x i1> %[[THERE]] to i4
declare i32 @__wherry_sub_group_ballot(i32) convergent memory(none)

define void @wg.ballot(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %bits = call i32 @__wherry_sub_group_ballot(i32 %value)
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %bits, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="ballot" "wherry-regions"="1" "wherry-sub-group-size"="4" "wherry-sub-groups" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
