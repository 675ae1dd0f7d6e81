; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; All lanes load the same element: one scalar load serves all, in full vectors and under a mask.

; CHECK-LABEL: @wg.add(
; CHECK-COUNT-2: load float, ptr addrspace(1) %same, align 4
; CHECK-NOT:     load float
; CHECK-NOT:     @llvm.masked.gather
; CHECK:         {{^[}]}}
define void @wg.add(ptr addrspace(1) %same, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %value = load float, ptr addrspace(1) %same, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  %old = load float, ptr addrspace(1) %to, align 4
  %sum = fadd float %old, %value
  store float %sum, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="add" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
