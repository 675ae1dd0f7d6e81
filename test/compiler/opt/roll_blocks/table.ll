; RUN: wherry-opt -passes=roll-blocks,verify %s | FileCheck %s
; Eight bytes, each replaced by what a table has in its place: the table's element is addressed by what the iteration
; has loaded.

; CHECK-LABEL: @wg.table(
; CHECK:       rolled:
; CHECK-NEXT:    %rolled.counter = phi i64
; CHECK:         icmp ult i64 %rolled.counter, 8
; CHECK:       rolled.body:
; CHECK:         %[[A:.*]] = load i8, ptr addrspace(1)
; CHECK:         %[[WIDE:.*]] = zext i8 %[[A]] to i64
; CHECK:         %[[AT:.*]] = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %[[WIDE]]
; CHECK:         %[[B:.*]] = load i8, ptr addrspace(2) %[[AT]]
; CHECK:         store i8 %[[B]], ptr addrspace(1)
; CHECK-NOT:     store
; CHECK:         ret void
define void @wg.table(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(2) %table, ptr addrspace(2) %other) #0 {
entry:
  %id = call i64 @__wherry_global_id(i32 0)
  %first = shl i64 %id, 3
  %x0 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %first
  %a0 = load i8, ptr addrspace(1) %x0, align 1
  %wide0 = zext i8 %a0 to i64
  %t0 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide0
  %b0 = load i8, ptr addrspace(2) %t0, align 1
  %y0 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %first
  store i8 %b0, ptr addrspace(1) %y0, align 1
  %i1 = or disjoint i64 %first, 1
  %x1 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i1
  %a1 = load i8, ptr addrspace(1) %x1, align 1
  %wide1 = zext i8 %a1 to i64
  %t1 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide1
  %b1 = load i8, ptr addrspace(2) %t1, align 1
  %y1 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i1
  store i8 %b1, ptr addrspace(1) %y1, align 1
  %i2 = or disjoint i64 %first, 2
  %x2 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i2
  %a2 = load i8, ptr addrspace(1) %x2, align 1
  %wide2 = zext i8 %a2 to i64
  %t2 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide2
  %b2 = load i8, ptr addrspace(2) %t2, align 1
  %y2 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i2
  store i8 %b2, ptr addrspace(1) %y2, align 1
  %i3 = or disjoint i64 %first, 3
  %x3 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i3
  %a3 = load i8, ptr addrspace(1) %x3, align 1
  %wide3 = zext i8 %a3 to i64
  %t3 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide3
  %b3 = load i8, ptr addrspace(2) %t3, align 1
  %y3 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i3
  store i8 %b3, ptr addrspace(1) %y3, align 1
  %i4 = or disjoint i64 %first, 4
  %x4 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i4
  %a4 = load i8, ptr addrspace(1) %x4, align 1
  %wide4 = zext i8 %a4 to i64
  %t4 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide4
  %b4 = load i8, ptr addrspace(2) %t4, align 1
  %y4 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i4
  store i8 %b4, ptr addrspace(1) %y4, align 1
  %i5 = or disjoint i64 %first, 5
  %x5 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i5
  %a5 = load i8, ptr addrspace(1) %x5, align 1
  %wide5 = zext i8 %a5 to i64
  %t5 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide5
  %b5 = load i8, ptr addrspace(2) %t5, align 1
  %y5 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i5
  store i8 %b5, ptr addrspace(1) %y5, align 1
  %i6 = or disjoint i64 %first, 6
  %x6 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i6
  %a6 = load i8, ptr addrspace(1) %x6, align 1
  %wide6 = zext i8 %a6 to i64
  %t6 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide6
  %b6 = load i8, ptr addrspace(2) %t6, align 1
  %y6 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i6
  store i8 %b6, ptr addrspace(1) %y6, align 1
  %i7 = or disjoint i64 %first, 7
  %x7 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i7
  %a7 = load i8, ptr addrspace(1) %x7, align 1
  %wide7 = zext i8 %a7 to i64
  %t7 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide7
  %b7 = load i8, ptr addrspace(2) %t7, align 1
  %y7 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i7
  store i8 %b7, ptr addrspace(1) %y7, align 1
  ret void
}

; One element comes from another table.
; CHECK-LABEL: @wg.two.tables(
; CHECK-NOT:     rolled
; CHECK:         ret void
define void @wg.two.tables(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(2) %table, ptr addrspace(2) %other) #0 {
entry:
  %id = call i64 @__wherry_global_id(i32 0)
  %first = shl i64 %id, 3
  %x0 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %first
  %a0 = load i8, ptr addrspace(1) %x0, align 1
  %wide0 = zext i8 %a0 to i64
  %t0 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide0
  %b0 = load i8, ptr addrspace(2) %t0, align 1
  %y0 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %first
  store i8 %b0, ptr addrspace(1) %y0, align 1
  %i1 = or disjoint i64 %first, 1
  %x1 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i1
  %a1 = load i8, ptr addrspace(1) %x1, align 1
  %wide1 = zext i8 %a1 to i64
  %t1 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide1
  %b1 = load i8, ptr addrspace(2) %t1, align 1
  %y1 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i1
  store i8 %b1, ptr addrspace(1) %y1, align 1
  %i2 = or disjoint i64 %first, 2
  %x2 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i2
  %a2 = load i8, ptr addrspace(1) %x2, align 1
  %wide2 = zext i8 %a2 to i64
  %t2 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide2
  %b2 = load i8, ptr addrspace(2) %t2, align 1
  %y2 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i2
  store i8 %b2, ptr addrspace(1) %y2, align 1
  %i3 = or disjoint i64 %first, 3
  %x3 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i3
  %a3 = load i8, ptr addrspace(1) %x3, align 1
  %wide3 = zext i8 %a3 to i64
  %t3 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide3
  %b3 = load i8, ptr addrspace(2) %t3, align 1
  %y3 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i3
  store i8 %b3, ptr addrspace(1) %y3, align 1
  %i4 = or disjoint i64 %first, 4
  %x4 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i4
  %a4 = load i8, ptr addrspace(1) %x4, align 1
  %wide4 = zext i8 %a4 to i64
  %t4 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide4
  %b4 = load i8, ptr addrspace(2) %t4, align 1
  %y4 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i4
  store i8 %b4, ptr addrspace(1) %y4, align 1
  %i5 = or disjoint i64 %first, 5
  %x5 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i5
  %a5 = load i8, ptr addrspace(1) %x5, align 1
  %wide5 = zext i8 %a5 to i64
  %t5 = getelementptr inbounds i8, ptr addrspace(2) %other, i64 %wide5
  %b5 = load i8, ptr addrspace(2) %t5, align 1
  %y5 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i5
  store i8 %b5, ptr addrspace(1) %y5, align 1
  %i6 = or disjoint i64 %first, 6
  %x6 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i6
  %a6 = load i8, ptr addrspace(1) %x6, align 1
  %wide6 = zext i8 %a6 to i64
  %t6 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide6
  %b6 = load i8, ptr addrspace(2) %t6, align 1
  %y6 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i6
  store i8 %b6, ptr addrspace(1) %y6, align 1
  %i7 = or disjoint i64 %first, 7
  %x7 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i7
  %a7 = load i8, ptr addrspace(1) %x7, align 1
  %wide7 = zext i8 %a7 to i64
  %t7 = getelementptr inbounds i8, ptr addrspace(2) %table, i64 %wide7
  %b7 = load i8, ptr addrspace(2) %t7, align 1
  %y7 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i7
  store i8 %b7, ptr addrspace(1) %y7, align 1
  ret void
}

declare i64 @__wherry_global_id(i32)

attributes #0 = { "wherry-kernel"="table" }
