; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; Counters that start at the work-item's id: `row[i - id]` is one address for all lanes, and one load, also where lanes
; have left the loop. Behind a condition that no lane may pass, the load asks for one.

; CHECK:       2 contiguous accesses, 2 uniform, 0 of members, 0 gathers, 0 scatters
; CHECK-LABEL: @wg.lags(
; CHECK-NOT:   @llvm.masked.gather
; CHECK:       step.v:
; CHECK:       call <4 x float> @llvm.masked.load
; CHECK:       %[[ONE:.*]] = load float, ptr addrspace(3)
; CHECK:       insertelement <4 x float> poison, float %[[ONE]]
; CHECK:       br i1 %{{.*}}, label %[[SOME:some.*]], label %[[NONE:.*]]
; CHECK:       [[SOME]]:
; CHECK:       load float, ptr addrspace(3)
; CHECK-NOT:   @llvm.masked.gather
define void @wg.lags(ptr addrspace(3) %row, ptr addrspace(3) %out, i64 %end, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %loop

loop:
  %i = phi i64 [ %x, %items ], [ %i.next, %joined ]
  %sum = phi float [ 0.0, %items ], [ %more, %joined ]
  %inside = icmp slt i64 %i, %end
  br i1 %inside, label %step, label %left

step:
  %from = getelementptr inbounds float, ptr addrspace(3) %row, i64 %i
  %value = load float, ptr addrspace(3) %from, align 4
  %lag = sub nsw i64 %i, %x
  %other.from = getelementptr inbounds float, ptr addrspace(3) %row, i64 %lag
  %other = load float, ptr addrspace(3) %other.from, align 4
  %product = fmul float %value, %other
  %positive = fcmp ogt float %product, 0.0
  br i1 %positive, label %add, label %joined

add:
  %third.from = getelementptr inbounds float, ptr addrspace(3) %out, i64 %lag
  %third = load float, ptr addrspace(3) %third.from, align 4
  br label %joined

joined:
  %term = phi float [ %third, %add ], [ %product, %step ]
  %more = fadd float %sum, %term
  %i.next = add nsw i64 %i, 1
  br label %loop

left:
  %to = getelementptr inbounds float, ptr addrspace(3) %out, i64 %x
  store float %sum, ptr addrspace(3) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="lags" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
