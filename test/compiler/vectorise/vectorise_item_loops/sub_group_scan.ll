; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s --check-prefixes=CHECK,INCLUSIVE
; RUN: sed 's/i32 43, i32 1)/i32 43, i32 0)/' %s | wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' - | FileCheck %s --check-prefixes=CHECK,EXCLUSIVE
; A scan adds the values of 1, then 2 lanes before. An exclusive scan moves its result one lane on and begins with 0.

; CHECK-LABEL: @wg.scan(
; CHECK:       shufflevector <4 x i32> zeroinitializer, <4 x i32> {{.*}}, <4 x i32> <i32 3, i32 4, i32 5, i32 6>
; CHECK:       add <4 x i32>
; CHECK:       shufflevector <4 x i32> zeroinitializer, <4 x i32> {{.*}}, <4 x i32> <i32 2, i32 3, i32 4, i32 5>
; CHECK:       %[[SCAN:.*]] = add <4 x i32>
; INCLUSIVE-NOT: shufflevector <4 x i32> %[[SCAN]]
; EXCLUSIVE:   shufflevector <4 x i32> zeroinitializer, <4 x i32> %[[SCAN]], <4 x i32> <i32 3, i32 4, i32 5, i32 6>
; CHECK:       store <4 x i32>
declare i64 @__wherry_sub_group_scan(i64, i32, i32, i32) convergent memory(none)

define void @wg.scan(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %bits = zext i32 %value to i64
  %sum.bits = call i64 @__wherry_sub_group_scan(i64 %bits, i32 105, i32 43, i32 1)
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="scan" "wherry-regions"="1" "wherry-sub-group-size"="4" "wherry-sub-groups" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
