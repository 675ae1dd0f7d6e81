; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A branch on a uniform condition stays a branch, and its side stores without a mask in full vectors.

; CHECK-LABEL: @wg.asked(
; CHECK:       %[[VALUE:.*]] = load <4 x float>
; CHECK:       %[[IS:.*]] = icmp eq i32 %mode, 1
; CHECK:       br i1 %[[IS]], label %[[TAKEN:.*]], label %
; CHECK:       [[TAKEN]]:
; CHECK-NOT:   br
; CHECK:       store <4 x float> %[[VALUE]]
define void @wg.asked(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %mode, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %is = icmp eq i32 %mode, 1
  br i1 %is, label %keep, label %next

keep:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="asked" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
