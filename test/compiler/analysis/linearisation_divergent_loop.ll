; RUN: wherry-opt -passes='print<linearisation>' -disable-output %s 2>&1 | FileCheck %s
; Lanes leave a loop in different iterations: its latch goes back while a lane is left. Behind the loop all lanes are
; together again.

; CHECK-LABEL: linearisation of 'wg.loop':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      %items: to %loop
; CHECK-NEXT:      %loop, masked: while a lane is left to %loop, then to %left
; CHECK-NEXT:      %left: to %next
; CHECK-NEXT:      %next: the next item

define void @wg.loop(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %x
  %count = load i32, ptr addrspace(1) %from, align 4
  br label %loop

loop:
  %i = phi i32 [ 0, %items ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %count
  br i1 %more, label %loop, label %left

left:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %i, ptr addrspace(1) %to, align 4
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
