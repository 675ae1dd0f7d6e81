; RUN: wherry-opt -passes='print<linearisation>' -disable-output %s 2>&1 | FileCheck %s
; A uniform branch keeps its edges: no block has a mask.

; CHECK-LABEL: linearisation of 'wg.uniform':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      %items: to %then, %other
; CHECK-NEXT:      %other: to %next
; CHECK-NEXT:      %then: to %next
; CHECK-NEXT:      %next: the next item

define void @wg.uniform(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size, i1 %flag) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br i1 %flag, label %then, label %other

then:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 1, ptr addrspace(1) %to, align 4
  br label %next

other:
  %there = getelementptr i32, ptr addrspace(1) %in, i64 %x
  store i32 2, ptr addrspace(1) %there, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
