; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; The lanes of a sub-group add their values in registers: halves are added until one number is left, which is uniform.
; In the last, smaller sub-group the absent lanes add zero.

; CHECK-LABEL: @wg.reduce(
; CHECK:       %[[IN:.*]] = load <4 x i32>
; CHECK:       %[[SAFE:.*]] = freeze <4 x i32>
; CHECK-NOT:   select
; CHECK:       add <2 x i32>
; CHECK:       %[[SUM:.*]] = add <1 x i32>
; CHECK:       extractelement <1 x i32> %[[SUM]], i64 0
; CHECK:       store <4 x i32>
; CHECK:       select <4 x i1> %{{.*}}, <4 x i32> %{{.*}}, <4 x i32> zeroinitializer
; CHECK-NOT:   call {{.*}}@__wherry_sub_group_reduce
declare i64 @__wherry_sub_group_reduce(i64, i32, i32) convergent memory(none)

define void @wg.reduce(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %bits = zext i32 %value to i64
  %sum.bits = call i64 @__wherry_sub_group_reduce(i64 %bits, i32 105, i32 43) ; 'i' '+'
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="reduce" "wherry-regions"="1" "wherry-sub-group-size"="4" "wherry-sub-groups" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
