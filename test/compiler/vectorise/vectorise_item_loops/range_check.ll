; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A range check before all else is speculatively uniform: a vector asks once whether its lanes agree, and runs without
; masks if they do. A vector whose lanes disagree goes to the masked copy, which peels lanes: the lanes that agree with
; the first one run, and the other lanes' bits make the next mask.

; CHECK-LABEL: @wg.range(
; CHECK:       %[[BELOW:.*]] = icmp ult <4 x i64> %{{.*}}, %
; CHECK:       %[[BITS:.*]] = bitcast <4 x i1> %[[BELOW]] to i4
; CHECK:       %[[ALL:.*]] = icmp eq i4 %[[BITS]], -1
; CHECK:       %[[NONE:.*]] = icmp eq i4 %[[BITS]], 0
; CHECK:       %[[SAME:.*]] = or i1 %[[ALL]], %[[NONE]]
; CHECK:       br i1 %[[SAME]], label %[[AGREED:.*]], label %
; CHECK:       load <4 x float>
; CHECK:       store <4 x float>
; CHECK:       [[AGREED]]:
; CHECK:       br i1 %[[ALL]], label
; CHECK:       %[[LANES:.*]] = phi <4 x i1>
; CHECK:       icmp ult <4 x i64>
; CHECK:       call void @llvm.masked.store
; CHECK:       %[[SKIPPED:.*]] = call i4 @llvm.cttz.i4(i4 %[[OTHERS:.*]], i1 false)
; CHECK:       lshr i4 %[[OTHERS]], %[[SKIPPED]]
; CHECK:       %[[MORE:.*]] = icmp ne i4 %[[OTHERS]], 0
; CHECK:       br i1 %[[MORE]]
define void @wg.range(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %count, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %inside = icmp ult i64 %x, %count
  br i1 %inside, label %work, label %next

work:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="range" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
