; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; Lanes that do not take this side may have a divisor of zero there: they divide by 1 instead.

; CHECK-LABEL: @wg.divide(
; CHECK:       %[[BY:.*]] = load <4 x i32>
; CHECK:       %[[NOT_ZERO:.*]] = icmp ne <4 x i32> %[[BY]], zeroinitializer
; CHECK:       %[[SAFE:.*]] = select <4 x i1> %[[NOT_ZERO]], <4 x i32> %[[BY]], <4 x i32> splat (i32 1)
; CHECK:       udiv <4 x i32> splat (i32 1000), %[[SAFE]]
define void @wg.divide(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %by = load i32, ptr addrspace(1) %from, align 4
  %not.zero = icmp ne i32 %by, 0
  br i1 %not.zero, label %divide, label %next

divide:
  %quotient = udiv i32 1000, %by
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %quotient, ptr addrspace(1) %to, align 4
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
