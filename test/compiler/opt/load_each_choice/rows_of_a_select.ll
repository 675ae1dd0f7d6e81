; RUN: wherry-opt -passes='for-kernels<vectorised>(load-each-choice,adce),verify' %s | FileCheck %s
; One of three rows: a load behind the condition of each, and of both numbers that one choice leads to. A choice of what
; the rows are: conditions joined.

; CHECK-LABEL: @wg.k(
; CHECK:       br i1 %c, label %[[ONE:.*]], label %[[OTHERS:.*]]
; CHECK:       [[ONE]]:
; CHECK:       %[[AT1:.*]] = add nsw i64 %x, 1
; CHECK:       getelementptr inbounds i16, ptr addrspace(1) %in, i64 %[[AT1]]
; CHECK-NEXT:  load i16
; CHECK:       load i16
; CHECK:       [[OTHERS]]:
; CHECK:       br i1 %d, label %[[TWO:.*]], label %[[THREE:.*]]
; CHECK:       [[TWO]]:
; CHECK:       add nsw i64 %x, %w
; CHECK:       [[THREE]]:
; CHECK:       add nsw i64 %x, 7
; CHECK:       chosen:
; CHECK-NEXT:  phi i16
; CHECK-NEXT:  phi i16
; CHECK-NOT:   load
; CHECK:       store i16
define void @wg.k(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %w, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %to = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %x
  %own.at = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %x
  %own = load i16, ptr addrspace(1) %own.at
  %c = icmp sgt i16 %own, 5
  %d = icmp sgt i16 %own, 9
  %inner = select i1 %d, i64 %w, i64 7
  %by = select i1 %c, i64 1, i64 %inner
  %index = add nsw i64 %x, %by
  %from = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %index
  %a = load i16, ptr addrspace(1) %from
  %index.b = sub nsw i64 %x, %by
  %from.b = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %index.b
  %b = load i16, ptr addrspace(1) %from.b
  %value = add i16 %a, %b
  store i16 %value, ptr addrspace(1) %to
  br label %next
next:
  %x.next = add nuw nsw i64 %x, 1
  %last = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %last, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}
attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
