; RUN: wherry-opt -passes=cut-item-ranges,verify %s 2>&1 | FileCheck %s
; What one work-item does for all is no loop any more, and what the loop leaves for the whole group is computed once.

; CHECK-LABEL: @wg.k(
; CHECK:       items:
; CHECK-NEXT:  %item = add
; CHECK-NOT:   phi
; CHECK:       store i32 %low
; CHECK:       br i1 %{{.*}}, label %range, label %items.once
; CHECK:       done:
; CHECK-NEXT:  ret i32 %[[STEP:.*]]
; CHECK:       items.once:
; CHECK-NOT:   store
; CHECK:       %[[STEP]] = select i1 %{{.*}}, i32 %{{.*}}, i32 %seed
; CHECK:       br label %done
define i32 @wg.k(ptr addrspace(3) %out, i32 %low, i32 %seed, i64 %size) #0 {
entry:
  br label %items

items:
  %step = phi i32 [ %seed, %entry ], [ %step.next, %next ]
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %i = trunc i64 %x to i32
  %first = icmp eq i32 %i, %low
  br i1 %first, label %write, label %next

write:
  %to = getelementptr i32, ptr addrspace(3) %out, i32 %i
  store i32 %low, ptr addrspace(3) %to
  br label %next

next:
  %is.first = icmp eq i64 %x, 0
  %half = lshr i32 %low, 1
  %step.next = select i1 %is.first, i32 %half, i32 %step
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  %kept = phi i32 [ %step.next, %next ]
  ret i32 %kept
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
