; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; The full vector's store keeps the mark of streamed stores, which becomes a nontemporal store later. A masked store has
; no nontemporal form and gets no mark.

; CHECK-LABEL: @wg.fill(
; CHECK:       store <4 x float> {{.*}}, !wherry.streamed ![[NODE:[0-9]+]]
; CHECK:       call void @llvm.masked.store
; CHECK-NOT:   wherry.streamed
; CHECK:       {{^[}]}}
; CHECK:       ![[NODE]] = distinct !{i32 4}
define void @wg.fill(ptr addrspace(1) %out, float %value, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4, !wherry.streamed !2
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="fill" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
!2 = distinct !{i32 4}
