; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; The work-item that the condition selects says that its float is aligned to 16 bytes. Under the mask the access begins
; with the first lane, which may be absent: only the element's own alignment is sure of its place.

; CHECK-LABEL: @wg.aligned(
; CHECK-NOT:   align 16
; CHECK:       call void @llvm.masked.store.v4f32.p1(<4 x float> %{{.*}}, ptr addrspace(1) align 4
; CHECK-NOT:   align 16
; CHECK:       {{^[}]}}
define void @wg.aligned(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %large = fcmp ogt float %value, 9.0
  br i1 %large, label %side, label %next

side:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 16
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="aligned" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
