; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; A loop that computes with values of 64 bits mostly has half as many lanes.

; CHECK-LABEL: @wg.twice(
; CHECK:       load <8 x double>
; CHECK:       store <8 x double>
define void @wg.twice(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds double, ptr addrspace(1) %in, i64 %x
  %value = load double, ptr addrspace(1) %from, align 8
  %twice = fadd double %value, %value
  %to = getelementptr inbounds double, ptr addrspace(1) %out, i64 %x
  store double %twice, ptr addrspace(1) %to, align 8
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="twice" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
