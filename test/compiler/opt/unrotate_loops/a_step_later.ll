; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; A counter that begins a step before its first number, or is compared before it has gone on, below a constant that is
; as much smaller. The pointer of the inner loop, which begins where the outer one's is, becomes an offset by both
; counters; no further counter is made.

; CHECK-LABEL: @wg.tile(
; CHECK-NOT:     br i1
; CHECK:       rows:
; CHECK-NEXT:    %y = phi i64 [ %y0, %before ]
; CHECK-NOT:     phi
; CHECK:         icmp slt i64 %y, 20
; CHECK:       before.columns:
; CHECK:         %[[ROW:.*]] = mul {{.*}}i64 %y, 80
; CHECK:         %[[BASE:.*]] = getelementptr i8, ptr addrspace(3) @tile, i64 %[[ROW]]
; CHECK:       columns:
; CHECK-NEXT:    %counter = phi i64 [ %{{.*}}, %before.columns ]
; CHECK-NOT:     phi
; CHECK:         getelementptr i32, ptr addrspace(3) %[[BASE]], i64 %counter
; CHECK:         icmp slt i64 %counter, 20
; CHECK-NOT:     icmp
; CHECK:         ret void
define void @wg.tile() #0 {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %m = call i64 @__wherry_local_id(i32 1)
  %l.low = trunc i64 %l to i32
  %m.low = trunc i64 %m to i32
  %some.rows = icmp slt i32 %m.low, 20
  br i1 %some.rows, label %before, label %done

before:
  %l.up = shl i64 %l, 32
  %x0 = ashr exact i64 %l.up, 32
  %m.up = shl i64 %m, 32
  %y0 = ashr exact i64 %m.up, 32
  %x.less = add nsw i64 %x0, -16
  %row.bytes = mul nsw i64 %y0, 80
  %column.bytes = ashr exact i64 %l.up, 30
  %row = getelementptr i8, ptr addrspace(3) @tile, i64 %row.bytes
  %first = getelementptr i8, ptr addrspace(3) %row, i64 %column.bytes
  br label %rows

rows:
  %to.row = phi ptr addrspace(3) [ %first, %before ], [ %to.row2, %rows.end ]
  %y = phi i64 [ %y0, %before ], [ %y2, %rows.end ]
  %some = icmp slt i32 %l.low, 20
  br i1 %some, label %before.columns, label %rows.end

before.columns:
  br label %columns

columns:
  %to = phi ptr addrspace(3) [ %to.row, %before.columns ], [ %to2, %columns ]
  %x = phi i64 [ %x.less, %before.columns ], [ %x2, %columns ]
  store i32 1, ptr addrspace(3) %to, align 4
  %x2 = add i64 %x, 16
  %to2 = getelementptr i8, ptr addrspace(3) %to, i64 64
  %more = icmp slt i64 %x2, 4
  br i1 %more, label %columns, label %columns.left

columns.left:
  br label %rows.end

rows.end:
  %y2 = add i64 %y, 16
  %to.row2 = getelementptr i8, ptr addrspace(3) %to.row, i64 1280
  %more.rows = icmp slt i64 %y, 4
  br i1 %more.rows, label %rows, label %left

left:
  br label %done

done:
  ret void
}

; Two steps later:
; CHECK-LABEL: @wg.two.steps(
; CHECK:         %counter = phi i64
; CHECK:         icmp slt i64 %counter, 20
define void @wg.two.steps(ptr addrspace(1) %out) #0 {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %l.low = trunc i64 %l to i32
  %some = icmp slt i32 %l.low, 20
  br i1 %some, label %before, label %done

before:
  %start = add nsw i64 %l, -16
  br label %loop

loop:
  %c = phi i64 [ %start, %before ], [ %c2, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %c
  store i32 1, ptr addrspace(1) %to, align 4
  %c2 = add nsw i64 %c, 16
  %more = icmp slt i64 %c, -12
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; Behind the largest numbers the test a step later would wrap around: it stays.
; CHECK-LABEL: @wg.last(
; CHECK-NOT:     icmp slt i64 %{{.*}}, -
; CHECK:         ret void
define void @wg.last(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %wide = sext i32 %n to i64
  %start = add nsw i64 %wide, -16
  br label %loop

loop:
  %c = phi i64 [ %start, %entry ], [ %c2, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %c
  store i32 1, ptr addrspace(1) %to, align 4
  %c2 = add i64 %c, 16
  %more = icmp slt i64 %c2, 9223372036854775800
  br i1 %more, label %loop, label %left

left:
  ret void
}

@tile = internal addrspace(3) global [400 x i32] undef
declare i64 @__wherry_local_id(i32) #1
attributes #0 = { "wherry-kernel"="tile" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
