; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Both members of neighbouring structures form an access group: contiguous loads of all members, then shuffles.

; CHECK:       1 contiguous accesses, 0 uniform, 1 of members, 0 gathers
; CHECK-LABEL: @wg.sums(
; CHECK:       %[[LOW:.*]] = load <4 x float>, ptr addrspace(1) %[[AT:.*]], align 4
; CHECK:       %[[HALF:.*]] = getelementptr i8, ptr addrspace(1) %[[AT]], i64 16
; CHECK:       %[[HIGH:.*]] = load <4 x float>, ptr addrspace(1) %[[HALF]], align 4
; CHECK:       %[[X:.*]] = shufflevector <4 x float> %[[LOW]], <4 x float> %[[HIGH]], <4 x i32> <i32 0, i32 2, i32 4, i32 6>
; CHECK:       %[[Y:.*]] = shufflevector <4 x float> %[[LOW]], <4 x float> %[[HIGH]], <4 x i32> <i32 1, i32 3, i32 5, i32 7>
; CHECK:       fadd <4 x float> %[[X]], %[[Y]]
define void @wg.sums(ptr addrspace(1) %pairs, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %pair = getelementptr inbounds { float, float }, ptr addrspace(1) %pairs, i64 %x
  %first = load float, ptr addrspace(1) %pair, align 4
  %second.at = getelementptr inbounds i8, ptr addrspace(1) %pair, i64 4
  %second = load float, ptr addrspace(1) %second.at, align 4
  %sum = fadd float %first, %second
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="sums" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
