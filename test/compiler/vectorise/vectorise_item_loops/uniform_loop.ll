; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A loop that all lanes leave together keeps its scalar counter and its branch; its loads need no masks in full vectors.

; CHECK-LABEL: @wg.columns(
; CHECK:       %[[SUM:.*]] = phi <4 x float>
; CHECK:       %[[VALUE:.*]] = load <4 x float>
; CHECK:       fadd <4 x float> %[[SUM]], %[[VALUE]]
; CHECK:       %[[LATER:.*]] = add nuw nsw i64 %{{.*}}, 1
; CHECK:       %[[END:.*]] = icmp eq i64 %[[LATER]], %rows
; CHECK:       br i1 %[[END]]
define void @wg.columns(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %rows, i64 %pitch, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  br label %loop

loop:
  %round = phi i64 [ 0, %body ], [ %later, %loop ]
  %sum = phi float [ 0.0, %body ], [ %more, %loop ]
  %row = mul i64 %round, %pitch
  %index = add i64 %row, %x
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %from, align 4
  %more = fadd float %sum, %value
  %later = add nuw nsw i64 %round, 1
  %end = icmp eq i64 %later, %rows
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="columns" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
