; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; Rows of 32 bytes from row `k` on, counted in bytes, beside a pointer to elements: the counter of rows comes back.

; CHECK-LABEL: @wg.rows(
; CHECK:       rows:
; CHECK-NOT:     phi ptr
; CHECK:         %[[ROW:.*]] = phi i64 [ %k, %{{.*}} ]
; CHECK-NOT:     phi ptr
; CHECK:         icmp slt i64 %[[ROW]], 8
define void @wg.rows(ptr %array, ptr %column) #0 {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %behind ]
  %first = phi i64 [ 0, %entry ], [ %first.next, %behind ]
  %from = getelementptr i32, ptr %column, i64 %k
  br label %rows

rows:
  %p = phi ptr [ %from, %loop ], [ %p.next, %rows ]
  %bytes = phi i64 [ %first, %loop ], [ %bytes.next, %rows ]
  %value = load i32, ptr %p, align 4
  %at = getelementptr i8, ptr %array, i64 %bytes
  store i32 %value, ptr %at, align 4
  %bytes.next = add i64 %bytes, 32
  %p.next = getelementptr i8, ptr %p, i64 4
  %ends = icmp eq i64 %bytes.next, 256
  br i1 %ends, label %behind, label %rows

behind:
  %k.next = add i64 %k, 1
  %first.next = add i64 %first, 32
  %last = icmp eq i64 %k.next, 8
  br i1 %last, label %done, label %loop

done:
  ret void
}

; Bytes that begin in the middle of a row meet no end of a row.
; CHECK-LABEL: @wg.halves(
; CHECK:         icmp ne i64 %bytes, 256
define void @wg.halves(ptr %array, ptr %column) #0 {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %behind ]
  %first = phi i64 [ 0, %entry ], [ %first.next, %behind ]
  %from = getelementptr i32, ptr %column, i64 %k
  br label %rows

rows:
  %p = phi ptr [ %from, %loop ], [ %p.next, %rows ]
  %bytes = phi i64 [ %first, %loop ], [ %bytes.next, %rows ]
  %value = load i32, ptr %p, align 4
  %at = getelementptr i8, ptr %array, i64 %bytes
  store i32 %value, ptr %at, align 4
  %bytes.next = add i64 %bytes, 32
  %p.next = getelementptr i8, ptr %p, i64 4
  %ends = icmp eq i64 %bytes.next, 256
  br i1 %ends, label %behind, label %rows

behind:
  %k.next = add i64 %k, 1
  %first.next = add i64 %first, 16
  %last = icmp eq i64 %k.next, 8
  br i1 %last, label %done, label %loop

done:
  ret void
}

attributes #0 = { "wherry-kernel"="rows" }
