; RUN: wherry-opt -passes=interchange-grid-loops,verify %s 2>&1 | FileCheck %s
; A loop over the grid in two dimensions: the rows are the same for all work-items, whose loop goes into theirs; then the
; columns go iteration by iteration.

; CHECK:       1 loop over the grid, iteration by iteration
; CHECK-LABEL: @wg.ask(
; CHECK:       %[[SOME:.*]] = icmp ult i32 %{{.*}}, %{{.*}}
; CHECK-NEXT:  br i1 %[[SOME]], label %[[ROW:iteration.*]], label %iterations.end
; CHECK:       [[ROW]]:
; CHECK-NEXT:  phi i64 {{.*}}!wherry.outer_item_loop
; CHECK:       br i1 %{{.*}}, label %[[COLUMNS:iteration.*]], label %items.as.it.was
; CHECK:       [[COLUMNS]]:
; CHECK-NEXT:  phi i64 {{.*}}!wherry.outer_item_loop
; CHECK:       items:
define void @wg.ask(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i32 %h, i64 %size) #0 {
entry:
  br label %items
items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %start = add i32 %begin, %narrow
  br label %rows
rows:
  %y = phi i32 [ 0, %items ], [ %y.next, %row.end ]
  %more = icmp ult i32 %y, %h
  br i1 %more, label %row, label %next
row:
  %d0 = mul i32 %y, %n
  br label %head
head:
  %i = phi i32 [ %start, %row ], [ %i.next, %body ]
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %body, label %row.end
body:
  %at = add i32 %i, %d0
  %long = zext i32 %at to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %long
  store i32 %i, ptr addrspace(1) %to
  %i.next = add i32 %i, %step
  br label %head
row.end:
  %y.next = add i32 %y, 1
  br label %rows
next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0
done:
  ret void
}
attributes #0 = { "wherry-kernel"="ask" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
