; RUN: wherry-opt -passes=interchange-grid-loops,verify %s | FileCheck %s
; What is asked before an item loop: some work-items, a step no shorter than they are many, indices that count up, and a
; bound from which no counter wraps around. Of signed numbers likewise.

; CHECK-LABEL: @wg.ask(
; CHECK:       %[[LAST:.*]] = zext i32 %{{.*}} to i64
; CHECK-NEXT:  %[[FIRST:.*]] = zext i32 %{{.*}} to i64
; CHECK-NEXT:  %[[STEP:.*]] = zext i32 %{{.*}} to i64
; CHECK-NEXT:  %[[BOUND:.*]] = zext i32 %{{.*}} to i64
; CHECK:       icmp uge i64 %size, 8
; CHECK:       icmp sge i64 %[[STEP]], %size
; CHECK:       %[[DISTANCE:.*]] = sub i64 %[[LAST]], %[[FIRST]]
; CHECK:       icmp eq i64 %[[DISTANCE]], %{{.*}}
; CHECK:       %[[MOST:.*]] = sub i64 4294967295, %[[STEP]]
; CHECK:       icmp sle i64 %[[BOUND]], %[[MOST]]
; CHECK:       "wherry-grid-loops"
define void @wg.ask(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
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

attributes #0 = { "wherry-kernel"="ask" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
