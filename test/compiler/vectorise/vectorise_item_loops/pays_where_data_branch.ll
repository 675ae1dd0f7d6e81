; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; RUN: sed 's/%asked = load.*/%asked = and i64 %x, 64/' %s | wherry-opt -passes=vectorise-item-loops,verify - 2>&1 | FileCheck %s --check-prefix=INDEX
; Gathers and scatters behind branches that data decide: work-items one by one would mispredict them. Branches that the
; index decides are predicted, and the same does not pay.

; CHECK: : vectorised, 16 work-items
; INDEX: not vectorised: it would not pay
define void @wg.choose(ptr addrspace(1) %index, ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %index.at = getelementptr inbounds i64, ptr addrspace(1) %index, i64 %x
  %which = load i64, ptr addrspace(1) %index.at, align 8
  %asked = load i64, ptr addrspace(1) %index.at, align 8
  %first = icmp ugt i64 %asked, 20
  br i1 %first, label %then, label %middle

then:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %which
  %value = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %which
  store float %value, ptr addrspace(1) %to, align 4
  br label %middle

middle:
  %second = icmp ugt i64 %asked, 40
  br i1 %second, label %more, label %next

more:
  %other = xor i64 %which, 1
  %other.from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %other
  %other.value = load float, ptr addrspace(1) %other.from, align 4
  %other.to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %other
  store float %other.value, ptr addrspace(1) %other.to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="choose" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 0}
