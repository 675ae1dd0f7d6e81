; RUN: wherry-opt -passes=interchange-grid-loops,verify %s 2>&1 | FileCheck %s
; Iteration by iteration: the item loop is in a loop over iterations, and each work-item does one, where its counter is
; below the bound. The loop ends when the first work-item has no other iteration. The loop as it was stays for launches
; whose iterations overlap.

; CHECK:       remark: 1 loop over the grid, iteration by iteration
; CHECK-LABEL: @wg.fill(
; CHECK:       entry:
; CHECK:       %[[FIRST:.*]] = freeze i32
; CHECK:       br i1 %{{.*}}, label %iteration, label %items.as.it.was
; CHECK:       iteration:
; CHECK-NEXT:  %iteration.number = phi i64 [ 0, %entry ], [ %{{.*}}, %iteration.next ], !wherry.outer_item_loop
; CHECK-NEXT:  %[[NUMBER:.*]] = trunc i64 %iteration.number to i32
; CHECK-NEXT:  %iteration.advance = mul i32 %[[NUMBER]], %[[STEP:.*]]
; CHECK:       items:
; CHECK:       head:
; CHECK-NEXT:  %counter = add i32 %start, %iteration.advance
; CHECK-NEXT:  %inside = icmp ult i32 %counter, %n
; CHECK:       body:
; CHECK:       br label %next
; CHECK:       iteration.next:
; CHECK:       %[[COUNTER:.*]] = add i32 %[[FIRST]], %iteration.advance
; CHECK:       %[[STAYS:.*]] = icmp ult i32 %[[COUNTER]],
; CHECK:       %[[THEN:.*]] = add i32 %[[COUNTER]], %[[STEP]]
; CHECK:       %[[ANOTHER:.*]] = icmp ult i32 %[[THEN]],
; CHECK:       %[[MORE:.*]] = and i1 %[[STAYS]], %[[ANOTHER]]
; CHECK:       br i1 %[[MORE]], label %iteration, label %iterations.end
; CHECK:       head.as.it.was:
; CHECK-NEXT:  %i.as.it.was = phi i32
; CHECK:       "wherry-grid-loops"
define void @wg.fill(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %start = add i32 %begin, %narrow
  br label %head

head:
  %i = phi i32 [ %start, %items ], [ %i.next, %body ]
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %body, label %next

body:
  %long = zext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %long
  store i32 %i, ptr addrspace(1) %to
  %i.next = add i32 %i, %step
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "wherry-kernel"="fill" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
