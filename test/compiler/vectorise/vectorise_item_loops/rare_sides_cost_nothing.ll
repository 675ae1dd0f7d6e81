; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A side that branch weights call rare counts nothing in the cost, and has a guard: its calls lane by lane do not speak
; against vectors.

; CHECK:       : vectorised, 16 work-items
; CHECK-LABEL: @wg.rare(
; CHECK:       load <16 x float>
; CHECK:       br i1
; CHECK:       call float @slow(
declare float @slow(float)

define void @wg.rare(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %odd = fcmp ogt float %value, 1.0e+10
  br i1 %odd, label %special, label %join, !prof !9

special:
  %a = call float @slow(float %value)
  %b = call float @slow(float %a)
  %c = call float @slow(float %b)
  br label %join

join:
  %result = phi float [ %c, %special ], [ %value, %body ]
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="rare" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
!9 = !{!"branch_weights", i32 1, i32 2000}
