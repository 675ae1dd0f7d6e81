; RUN: wherry-opt -passes=vectorise-item-loops,verify %s | FileCheck %s
; RUN: sed 's/%in, i64 %x$/%in, i64 %which/' %s | wherry-opt -passes=vectorise-item-loops,verify - | FileCheck %s --check-prefix=GATHERS
; The fact "wherry-contiguous" says that all item loops are vectorised, and that all lanes access memory contiguously.
; One gather takes it away.

; CHECK-LABEL: @wg.facts(
; CHECK-SAME:  #[[FACTS:[0-9]+]]
; CHECK:       attributes #[[FACTS]] = { {{.*}}"wherry-contiguous"
; GATHERS:     @llvm.masked.gather
; GATHERS-NOT: "wherry-contiguous"
define void @wg.facts(ptr addrspace(1) %index, ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %index.at = getelementptr inbounds i64, ptr addrspace(1) %index, i64 %x
  %which = load i64, ptr addrspace(1) %index.at, align 8
  %from = getelementptr inbounds i64, ptr addrspace(1) %in, i64 %x
  %value = load i64, ptr addrspace(1) %from, align 8
  %sum = add i64 %value, %which
  %to = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %x
  store i64 %sum, ptr addrspace(1) %to, align 8
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="facts" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
