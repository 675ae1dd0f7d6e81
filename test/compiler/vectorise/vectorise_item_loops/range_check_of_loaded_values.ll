; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A comparison of loaded values is no range check, as lanes often disagree: the store has a mask, and no lanes are
; peeled.

; CHECK-LABEL: @wg.compare(
; CHECK:       %[[VALUE:.*]] = load <4 x i32>
; CHECK:       %[[LESS:.*]] = icmp ult <4 x i32> %[[VALUE]],
; CHECK-NOT:   br i1
; CHECK:       call void @llvm.masked.store{{.*}}, <4 x i1> %[[LESS]])
; CHECK-NOT:   @llvm.cttz
; CHECK:       {{^[}]}}
define void @wg.compare(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %less = icmp ult i32 %value, %most
  br i1 %less, label %work, label %next

work:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="compare" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
