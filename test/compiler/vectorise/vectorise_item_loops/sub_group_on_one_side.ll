; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; On a divergent side, a sub-group operation covers the lanes of the side's mask: the other lanes add zero.

; CHECK-LABEL: @wg.some(
; CHECK:       %[[ODD:.*]] = icmp ugt <4 x i32> %{{.*}}, splat (i32 9)
; CHECK:       select <4 x i1> %[[ODD]], <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK:       call void @llvm.masked.store{{.*}}, <4 x i1> %[[ODD]])
declare i64 @__wherry_sub_group_reduce(i64, i32, i32) convergent memory(none)

define void @wg.some(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %large = icmp ugt i32 %value, 9
  br i1 %large, label %side, label %next

side:
  %bits = zext i32 %value to i64
  %sum.bits = call i64 @__wherry_sub_group_reduce(i64 %bits, i32 105, i32 43)
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="some" "wherry-regions"="1" "wherry-sub-group-size"="4" "wherry-sub-groups" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
