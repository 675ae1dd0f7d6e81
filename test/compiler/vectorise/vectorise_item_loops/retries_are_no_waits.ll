; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; A compare-and-exchange that is tried again with the value it has seen gets on by itself: the loop is vectorised, its
; atomic operations lane by lane.

; CHECK-NOT:   not vectorised
; CHECK:       vectorised, 4 work-items at once
; CHECK-LABEL: @wg.most(
; CHECK:       cmpxchg ptr addrspace(1) %most
define void @wg.most(ptr addrspace(1) %in, ptr addrspace(1) %most, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %body

body:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %first = load atomic i32, ptr addrspace(1) %most monotonic, align 4
  br label %retry

retry:
  %seen = phi i32 [ %first, %body ], [ %now, %retry ]
  %sum = add i32 %seen, %value
  %pair = cmpxchg ptr addrspace(1) %most, i32 %seen, i32 %sum monotonic monotonic, align 4
  %now = extractvalue { i32, i1 } %pair, 0
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %next, label %retry

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="most" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
