; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A divergent branch becomes a mask: the store of the lanes that take it stands under the comparison's lanes, and no
; branch depends on the comparison.

; CHECK-LABEL: @wg.positive(
; CHECK:       %[[VALUE:.*]] = load <4 x float>
; CHECK:       %[[POSITIVE:.*]] = fcmp ogt <4 x float> %[[VALUE]], zeroinitializer
; CHECK-NOT:   store <4 x float>
; CHECK:       call void @llvm.masked.store.v4f32.p1(<4 x float> %[[VALUE]], {{.*}}, <4 x i1> %[[POSITIVE]])
define void @wg.positive(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %positive = fcmp ogt float %value, 0.0
  br i1 %positive, label %keep, label %next

keep:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="positive" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
