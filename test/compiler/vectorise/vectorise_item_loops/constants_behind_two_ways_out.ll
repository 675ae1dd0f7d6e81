; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; Lanes leave the loop by two ways with a constant each. Although nothing of the loop is in the phi, it differs from
; lane to lane: a vector holds both constants.

; CHECK-LABEL: @wg.ways(
; CHECK:       select <4 x i1> %{{.*}}, <4 x i32> splat (i32 7), <4 x i32> %
; CHECK:       store <4 x i32>
define void @wg.ways(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %count, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  br label %loop

loop:
  %k = phi i64 [ 0, %body ], [ %later, %advance ]
  br label %ask

ask:
  %end = icmp eq i64 %k, %count
  br i1 %end, label %left, label %own

own:
  %found = icmp ne i32 %value, 0
  br i1 %found, label %left, label %advance

advance:
  %later = add nuw nsw i64 %k, 1
  br label %loop

left:
  %result = phi i32 [ 5, %ask ], [ 7, %own ]
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %result, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="ways" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
