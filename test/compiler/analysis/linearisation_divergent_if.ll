; RUN: wherry-opt -passes='print<linearisation>' -disable-output %s 2>&1 | FileCheck %s
; A divergent branch leads all lanes through its side, which is masked. A short side without a store of all lanes
; together is entered without a lane (unguarded), the way to the next item is the same for all.

; CHECK-LABEL: linearisation of 'wg.divergent':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      %items: all lanes to %then
; CHECK-NEXT:      %then, masked, unguarded: to %next
; CHECK-NEXT:      %next: the next item

define void @wg.divergent(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %x
  %value = load i32, ptr addrspace(1) %from, align 4
  %negative = icmp slt i32 %value, 0
  br i1 %negative, label %then, label %next

then:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %to, align 4
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
