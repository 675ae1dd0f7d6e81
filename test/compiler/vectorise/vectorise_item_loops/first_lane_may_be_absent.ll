; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; Behind a divergent branch the first lane, from which an access's address is computed, may be absent: what "inbounds"
; and "nsw" promise of the lanes that are there may not hold for it. Both flags go.

; CHECK-LABEL: @wg.absent(
; CHECK:       icmp ugt <4 x i32>
; CHECK-NOT:   add nsw
; CHECK-NOT:   getelementptr inbounds
; CHECK:       call void @llvm.masked.store
define void @wg.absent(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %back, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %large = icmp ugt i32 %value, 9
  br i1 %large, label %side, label %next

side:
  %index = sub nuw nsw i64 %x, %back
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="absent" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
