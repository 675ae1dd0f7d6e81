; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A jump skips the masked side if no lane takes it, since the side holds a loop.

; CHECK-LABEL: @wg.some(
; CHECK:       %[[TAKEN:.*]] = fcmp ogt <4 x float>
; CHECK:       %[[BITS:.*]] = bitcast <4 x i1> %[[TAKEN]] to i4
; CHECK:       %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK:       br i1 %[[ANY]], label
define void @wg.some(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %rounds, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %taken = fcmp ogt float %value, 0.0
  br i1 %taken, label %long, label %next

long:
  br label %loop

loop:
  %round = phi i64 [ 0, %long ], [ %later, %loop ]
  %sum = phi float [ %value, %long ], [ %more, %loop ]
  %more = fmul float %sum, %value
  %later = add nuw nsw i64 %round, 1
  %end = icmp eq i64 %later, %rounds
  br i1 %end, label %left, label %loop

left:
  %result = phi float [ %more, %loop ]
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="some" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
