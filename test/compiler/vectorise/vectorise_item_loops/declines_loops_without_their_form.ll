; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Another pass has replaced the comparison that ends the item loop: without it the size is unknown, and the loop stays.

; CHECK:       not vectorised: the loop has lost its form
; CHECK-LABEL: @wg.twice(
; CHECK-NOT:   <4 x
; CHECK:       {{^[}]}}
define void @wg.twice(ptr addrspace(1) %data, i1 %more) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %at = getelementptr inbounds float, ptr addrspace(1) %data, i64 %x
  %value = load float, ptr addrspace(1) %at, align 4
  %twice = fadd float %value, %value
  store float %twice, ptr addrspace(1) %at, align 4
  %x.next = add nuw nsw i64 %x, 1
  br i1 %more, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="twice" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
