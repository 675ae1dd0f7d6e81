; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; A kernel without the fact "wherry-vectorise" keeps its item loops, and gets no fact of accesses.

; CHECK-LABEL: @wg.twice(
; CHECK-SAME:  #[[FACTS:[0-9]+]]
; CHECK:       load float
; CHECK-NOT:   <{{[0-9]+}} x
; CHECK:       ret void
; CHECK:       attributes #[[FACTS]] = {
; CHECK-NOT:   wherry-contiguous
define void @wg.twice(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %twice = fadd float %value, %value
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %twice, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="twice" "wherry-regions"="1" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
