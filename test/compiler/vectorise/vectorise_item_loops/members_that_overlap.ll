; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; The elements x and x + 1 of neighbouring lanes overlap: they form no access group, each is a contiguous load.

; CHECK:       3 contiguous accesses, 0 uniform, 0 of members
; CHECK-LABEL: @wg.stencil(
; CHECK:       %[[A:.*]] = load <4 x float>, ptr addrspace(1) %[[AT:.*]], align 4
; CHECK:       %[[LATER:.*]] = getelementptr {{.*}}, ptr addrspace(1) %[[AT]], i64 4
; CHECK:       %[[B:.*]] = load <4 x float>, ptr addrspace(1) %[[LATER]], align 4
; CHECK:       fadd <4 x float> %[[A]], %[[B]]
define void @wg.stencil(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %here = load float, ptr addrspace(1) %from, align 4
  %beside.from = getelementptr inbounds i8, ptr addrspace(1) %from, i64 4
  %beside = load float, ptr addrspace(1) %beside.from, align 4
  %sum = fadd float %here, %beside
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %sum, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="stencil" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
