; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A value that goes on from work-item to work-item is what only the group's first one gives: a vector takes the first
; lane's, and only at the work-group's first work-item.

; CHECK-LABEL: @wg.first(
; CHECK:       %[[FIRST:.*]] = extractelement <4 x float> %{{.*}}, i64 0
; CHECK:       %[[IS_FIRST:.*]] = icmp eq i64 %{{.*}}, 0
; CHECK:       select i1 %[[IS_FIRST]], float %[[FIRST]], float %
define void @wg.first(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %kept = phi float [ 0.0, %entry ], [ %now, %next ]
  br label %body

body:
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from, align 4
  %is.first = icmp eq i64 %x, 0
  %now = select i1 %is.first, float %value, float %kept
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  %result = phi float [ %now, %next ]
  store float %result, ptr addrspace(1) %out, align 4
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="first" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
