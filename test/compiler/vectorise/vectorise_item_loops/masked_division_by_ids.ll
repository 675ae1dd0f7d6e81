; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; The divisor is the id itself, a vector of lane numbers in which lane 0 is zero: absent lanes divide by 1 there too.

; CHECK-LABEL: @wg.divide(
; CHECK:       %[[SAFE:.*]] = select <4 x i1> %{{.*}}, <4 x i64> %{{.*}}, <4 x i64> splat (i64 1)
; CHECK:       udiv <4 x i64> splat (i64 1000), %[[SAFE]]
define void @wg.divide(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i64, ptr addrspace(1) %in, i64 %x
  %value = load i64, ptr addrspace(1) %from, align 8
  %not.zero = icmp ne i64 %value, 0
  br i1 %not.zero, label %divide, label %next

divide:
  %quotient = udiv i64 1000, %x
  %to = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %x
  store i64 %quotient, ptr addrspace(1) %to, align 8
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="divide" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
