; RUN: wherry-opt -passes=interchange-grid-loops,verify %s 2>&1 | FileCheck %s --implicit-check-not=iteration.number --implicit-check-not=remark
; An item that carries a sum from iteration to iteration, that reads memory before its loop, which the loop may have
; changed by the next iteration, whose bound differs from item to item, whose step does, that starts where all others do,
; or that writes behind it, keeps its loop. A remark names what is in the way of a loop over the grid.

; CHECK:       remark: a loop over the grid is not run iteration by iteration for all work-items: 'sum' belongs to more
; CHECK:       remark: a loop over the grid {{.*}}: the load belongs to more than one iteration
; CHECK:       remark: a loop over the grid {{.*}}: the store belongs to more than one iteration

; CHECK-LABEL: @wg.carries(
define void @wg.carries(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %start = add i32 %begin, %narrow
  br label %head

head:
  %i = phi i32 [ %start, %items ], [ %i.next, %body ]
  %sum = phi i32 [ 0, %items ], [ %sum.next, %body ]
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %body, label %next

body:
  %long = zext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %long
  %sum.next = add i32 %sum, %i
  store i32 %sum.next, ptr addrspace(1) %to
  %i.next = add i32 %i, %step
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.reads(
define void @wg.reads(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %start = add i32 %begin, %narrow
  %own = load i32, ptr addrspace(1) %out
  br label %head

head:
  %i = phi i32 [ %start, %items ], [ %i.next, %body ]
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %body, label %next

body:
  %long = zext i32 %i to i64
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %long
  store i32 %own, ptr addrspace(1) %to
  %i.next = add i32 %i, %step
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.bound(
define void @wg.bound(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %start = add i32 %begin, %narrow
  %most = mul i32 %narrow, %n
  br label %head

head:
  %i = phi i32 [ %start, %items ], [ %i.next, %body ]
  %inside = icmp ult i32 %i, %most
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

; CHECK-LABEL: @wg.step(
define void @wg.step(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
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
  %i.next = add i32 %i, %start
  br label %head

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

; CHECK-LABEL: @wg.together(
define void @wg.together(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %narrow = trunc i64 %x to i32
  %start = add i32 %begin, 1
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

; CHECK-LABEL: @wg.writes(
define void @wg.writes(ptr addrspace(1) %out, i32 %begin, i32 %n, i32 %step, i64 %size) #0 {
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
  %last = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 7, ptr addrspace(1) %last
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "wherry-kernel"="any" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
