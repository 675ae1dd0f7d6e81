; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A work-item stores before this range check. Lanes that disagree there cannot begin anew, so the check is not
; speculatively uniform: the second store has a mask.

; CHECK-LABEL: @wg.range(
; CHECK:       store <4 x float>
; CHECK:       %[[INSIDE:.*]] = icmp ult <4 x i64>
; CHECK-NOT:   icmp eq i4
; CHECK:       call void @llvm.masked.store{{.*}}, <4 x i1> %[[INSIDE]])
; CHECK-NOT:   @llvm.cttz
; CHECK:       {{^[}]}}
define void @wg.range(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %count, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  store float 0.0, ptr addrspace(1) %from, align 4
  %inside = icmp ult i64 %x, %count
  br i1 %inside, label %work, label %next

work:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float 1.0, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="range" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
