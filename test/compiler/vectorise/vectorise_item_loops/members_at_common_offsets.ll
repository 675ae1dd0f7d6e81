; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Structures at the same divergent places behind two uniform addresses: not the addresses are taken out of vectors, but
; the places, which both groups have in common.

; CHECK:       2 of members, 0 gathers
; CHECK-LABEL: @wg.sums(
; CHECK:       %[[OFFSETS:.*]] = mul <4 x i64> %[[INDEX:[^,]*]], splat (i64 8)
; CHECK-NOT:   extractelement <4 x ptr
; CHECK:       %[[FIRST:.*]] = extractelement <4 x i64> %[[OFFSETS]], i64 0
; CHECK:       getelementptr i8, ptr addrspace(1) %low, i64 %[[FIRST]]
; CHECK:       load <2 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK:       mul <4 x i64> %[[INDEX]], splat (i64 8)
; CHECK-NOT:   extractelement <4 x ptr
; CHECK:       getelementptr i8, ptr addrspace(1) %high, i64
; CHECK:       load <2 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK:       fadd <4 x float>
define void @wg.sums(ptr addrspace(1) %index, ptr addrspace(1) %low, ptr addrspace(1) %high, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %index.at = getelementptr inbounds i64, ptr addrspace(1) %index, i64 %x
  %which = load i64, ptr addrspace(1) %index.at, align 8
  %pair = getelementptr inbounds { float, float }, ptr addrspace(1) %low, i64 %which
  %first = load float, ptr addrspace(1) %pair, align 4
  %second.at = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 4
  %second = load float, ptr addrspace(1) %second.at, align 4
  %other.pair = getelementptr inbounds { float, float }, ptr addrspace(1) %high, i64 %which
  %third = load float, ptr addrspace(1) %other.pair, align 4
  %fourth.at = getelementptr inbounds i8, ptr addrspace(1) %other.pair, i64 4
  %fourth = load float, ptr addrspace(1) %fourth.at, align 4
  %sum = fadd float %first, %second
  %other = fmul float %third, %fourth
  %both = fadd float %sum, %other
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %both, ptr addrspace(1) %to, align 4
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
