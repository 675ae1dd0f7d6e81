; RUN: wherry-opt -passes='print<linearisation>' -disable-output %s 2>&1 | FileCheck %s
; A loop that all lanes leave together stays as it is.

; CHECK-LABEL: linearisation of 'wg.rows':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      %items: to %loop
; CHECK-NEXT:      %loop: to %loop, %left
; CHECK-NEXT:      %left: to %next
; CHECK-NEXT:      %next: the next item

define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  br label %loop

loop:
  %i = phi i64 [ 0, %items ], [ %i.next, %loop ]
  %row = mul i64 %i, %size
  %at = add i64 %row, %x
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %at
  store i32 0, ptr addrspace(1) %to, align 4
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %size
  br i1 %more, label %loop, label %left

left:
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
