; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; An atomic load between two members' loads may be the one that makes the second member visible: it ends the access
; group, and each member is loaded where it stands.

; CHECK:       2 of members
; CHECK-LABEL: @wg.sums(
; CHECK-COUNT-2: load <4 x float>
; CHECK:       load atomic float
; CHECK:       load <4 x float>
define void @wg.sums(ptr addrspace(1) %pairs, ptr addrspace(1) %out, ptr addrspace(1) %other, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %pair = getelementptr inbounds { float, float }, ptr addrspace(1) %pairs, i64 %x
  %first = load float, ptr addrspace(1) %pair, align 4
  %other.to = getelementptr inbounds float, ptr addrspace(1) %other, i64 %x
  %flag = load atomic float, ptr addrspace(1) %other.to acquire, align 4
  %second.at = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 4
  %second = load float, ptr addrspace(1) %second.at, align 4
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  %sum.flag = fadd float %first, %flag
  %sum = fadd float %sum.flag, %second
  store float %sum, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="sums" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
