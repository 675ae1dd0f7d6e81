; RUN: wherry-opt -passes='vectorise-item-loops,verify,function(instsimplify)' %s | FileCheck %s
; A private variable of which the work-group has one keeps its size; its elements are uniform.

; CHECK-LABEL: @wg.table(
; CHECK:       %table = alloca [16 x i32], align 4, !wherry.shared
; CHECK:       load i32, ptr %
; CHECK-NOT:   .gather
; CHECK:       store <4 x i32>
define void @wg.table(ptr addrspace(1) %out, i64 %which, i64 %size) #0 {
entry:
  %table = alloca [16 x i32], align 4, !wherry.shared !0
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %element = getelementptr inbounds [16 x i32], ptr %table, i64 0, i64 %which
  %value = load i32, ptr %element, align 4
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

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="table" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
