; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A short masked side costs less than a jump past it: no branch asks whether a lane takes it.

; CHECK-LABEL: @wg.some(
; CHECK:       %[[TAKEN:.*]] = fcmp ogt <4 x float>
; CHECK-NOT:   bitcast <4 x i1>
; CHECK-NOT:   br i1
; CHECK:       call void @llvm.masked.store{{.*}}, <4 x i1> %[[TAKEN]])
define void @wg.some(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %taken = fcmp ogt float %value, 0.0
  br i1 %taken, label %short, label %next

short:
  %twice = fadd float %value, %value
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %twice, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="some" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
