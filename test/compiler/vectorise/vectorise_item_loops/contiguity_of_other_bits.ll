; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; The partner of a bitonic sort's step, x ^ j or x | j: for a j of a vector's length or more, contiguous.

; CHECK:       2 gathers, 1 scatters, 0 lane by lane, 3 of them contiguous by a run-time check
; CHECK-LABEL: define void @wg.partner(
; CHECK-COUNT-3: contiguous{{.*}}:
define void @wg.partner(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %j, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %partner = xor i64 %x, %j
  %other = or i64 %x, %j
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %partner
  %value = load float, ptr addrspace(1) %from, align 4
  %from.other = getelementptr inbounds float, ptr addrspace(1) %in, i64 %other
  %value.other = load float, ptr addrspace(1) %from.other, align 4
  %sum = fadd float %value, %value.other
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %partner
  store float %sum, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512dq,+avx512vl" "wherry-kernel"="partner" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 16}
