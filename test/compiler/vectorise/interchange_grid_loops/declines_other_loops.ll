; RUN: wherry-opt -passes=interchange-grid-loops,verify %s 2>&1 | FileCheck %s
; An array that keeps its values from iteration to iteration has one place for all work-items: the loop stays. So does
; one that not all work-items come to: iterations would be made for no work-item. An array of one iteration alone is no obstacle.

; CHECK:       remark: 1 loop over the grid, iteration by iteration
; CHECK-LABEL: @wg.kept(
; CHECK-NOT:   iteration
define void @wg.kept(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
entry:
  %own = alloca [4 x i32]
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
  %part = and i32 %i, 3
  %part.long = zext i32 %part to i64
  %in = getelementptr i32, ptr %own, i64 %part.long
  store i32 %i, ptr %in
  %one = load i32, ptr %own
  store i32 %one, ptr addrspace(1) %to
  %i.next = add i32 %i, %step
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.guarded(
; CHECK-NOT:   iteration
define void @wg.guarded(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %start = add i32 %begin, %narrow
  %some = icmp eq i32 %narrow, %step
  br i1 %some, label %enter, label %next

enter:
  br label %head

head:
  %i = phi i32 [ %start, %enter ], [ %i.next, %body ]
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

; CHECK-LABEL: @wg.own(
; CHECK:       iteration:
define void @wg.own(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
entry:
  %own = alloca [4 x i32]
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
  call void @llvm.lifetime.start.p0(ptr %own)
  %part = and i32 %i, 3
  %part.long = zext i32 %part to i64
  %in = getelementptr i32, ptr %own, i64 %part.long
  store i32 %i, ptr %in
  %one = load i32, ptr %own
  store i32 %one, ptr addrspace(1) %to
  %i.next = add i32 %i, %step
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "wherry-kernel"="any" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
