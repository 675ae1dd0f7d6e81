; RUN: wherry-opt -passes='print<linearisation>' -disable-output %s 2>&1 | FileCheck %s
; An inner loop that lanes leave for a block behind the outer one makes both divergent: the early exit is visited
; once no lane is left in the outer loop.

; CHECK-LABEL: linearisation of 'wg.nest':
; CHECK-NEXT:    item loop at %items:
; CHECK-NEXT:      %items: to %outer
; CHECK-NEXT:      %outer, masked: to %inner
; CHECK-NEXT:      %inner, masked: all lanes to %inner.latch
; CHECK-NEXT:      %inner.latch, masked, unguarded: while a lane is left to %inner, then to %outer.latch
; CHECK-NEXT:      %outer.latch, masked, unguarded: while a lane is left to %outer, then to %left.late
; CHECK-NEXT:      %left.late, masked, unguarded: to %left.early for %left
; CHECK-NEXT:      %left.early, masked, unguarded: to %left
; CHECK-NEXT:      %left: to %next
; CHECK-NEXT:      %next: the next item

define void @wg.nest(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %x
  %stop = load i32, ptr addrspace(1) %from, align 4
  br label %outer

outer:
  %i = phi i32 [ 0, %items ], [ %i.next, %outer.latch ]
  br label %inner

inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner.latch ]
  %found = icmp eq i32 %j, %stop
  br i1 %found, label %left.early, label %inner.latch

inner.latch:
  %j.next = add i32 %j, 1
  %more = icmp ult i32 %j.next, 8
  br i1 %more, label %inner, label %outer.latch

outer.latch:
  %i.next = add i32 %i, 1
  %again.outer = icmp ult i32 %i.next, 8
  br i1 %again.outer, label %outer, label %left.late

left.early:
  br label %left

left.late:
  br label %left

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
