; RUN: wherry-opt -passes='keep-own-vectors,for-kernels<vectorised>(scalarizer<load-store>),vectorise-item-loops,restore-own-vectors,verify' %s 2>&1 | FileCheck %s
; Where work-items have become lanes, the copy goes.

; CHECK:       vectorised, 16 work-items at once
; CHECK-NOT:   own vectors
; CHECK-LABEL: define void @wg.colours(
; CHECK:       fadd <16 x float>
; CHECK-NOT:   define
; CHECK-NOT:   wherry-with-own-vectors
define void @wg.colours(ptr addrspace(1) %colours, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %at = getelementptr <4 x float>, ptr addrspace(1) %colours, i64 %x
  %colour = load <4 x float>, ptr addrspace(1) %at
  %twice = fadd <4 x float> %colour, %colour
  store <4 x float> %twice, ptr addrspace(1) %at
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="colours" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
