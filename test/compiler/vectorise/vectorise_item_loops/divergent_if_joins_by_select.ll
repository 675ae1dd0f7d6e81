; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; Both sides of a divergent branch run, and a select by lane joins their values.

; CHECK-LABEL: @wg.sides(
; CHECK:       %[[POSITIVE:.*]] = fcmp ogt <4 x float> %[[VALUE:.*]], zeroinitializer
; CHECK-DAG:   %[[TWICE:.*]] = fadd <4 x float> %[[VALUE]], %[[VALUE]]
; CHECK-DAG:   %[[SQUARE:.*]] = fmul <4 x float> %[[VALUE]], %[[VALUE]]
; CHECK:       %[[JOINED:.*]] = select <4 x i1> %[[POSITIVE]], <4 x float> %[[TWICE]], <4 x float> %[[SQUARE]]
; CHECK:       store <4 x float> %[[JOINED]]
define void @wg.sides(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %positive = fcmp ogt float %value, 0.0
  br i1 %positive, label %add, label %multiply

add:
  %twice = fadd float %value, %value
  br label %join

multiply:
  %square = fmul float %value, %value
  br label %join

join:
  %result = phi float [ %twice, %add ], [ %square, %multiply ]
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="sides" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
