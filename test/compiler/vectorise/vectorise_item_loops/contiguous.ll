; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; Lanes that access neighbouring elements share one vector load and one vector store. The last work-items of an item
; loop run in one vector under a mask, and no scalar loop is left.

; CHECK-LABEL: @wg.scale(
; CHECK:       load <4 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK:       store <4 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
; CHECK:       add nuw i64 %{{.*}}, 4
; CHECK:       %[[IN:.*]] = call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 4 %{{.*}}, <4 x i1> %[[MASK:.*]], <4 x float> poison)
; CHECK:       call void @llvm.masked.store.v4f32.p1(<4 x float> %{{.*}}, ptr addrspace(1) align 4 %{{.*}}, <4 x i1> %[[MASK]])
; CHECK-NOT:   {{load|store}} float,
define void @wg.scale(ptr addrspace(1) %in, ptr addrspace(1) %out, float %by, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %scaled = fmul float %value, %by
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %scaled, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="scale" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
