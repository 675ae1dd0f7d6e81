; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; InstCombine may move a masked load to its select, past a store between them. A freeze behind the load forbids that.

; CHECK-LABEL: @wg.exchange(
; CHECK:       %[[LOADED:.*]] = call <4 x float> @llvm.masked.load
; CHECK-NEXT:  %[[KEPT:.*]] = freeze <4 x float> %[[LOADED]]
; CHECK:       call void @llvm.masked.store
; CHECK:       select <4 x i1> %{{.*}}, <4 x float> %[[KEPT]],
define void @wg.exchange(ptr addrspace(1) %in, ptr addrspace(1) %data, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %taken = fcmp ogt float %value, 0.0
  br i1 %taken, label %change, label %join

change:
  %at = getelementptr inbounds float, ptr addrspace(1) %data, i64 %x
  %old = load float, ptr addrspace(1) %at, align 4
  store float %value, ptr addrspace(1) %at, align 4
  br label %join

join:
  %result = phi float [ %old, %change ], [ %value, %body ]
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="exchange" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
