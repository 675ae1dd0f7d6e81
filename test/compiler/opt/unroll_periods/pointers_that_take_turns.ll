; RUN: wherry-opt -passes='function(unroll-periods)' %s | FileCheck %s
; Pointers to private arrays that are swapped: the outer loop is unrolled by two, though nobody knows how often it runs.
; Not where the loop would become too long, or the pointers are of other memory.

; CHECK-LABEL: @swapped(
; CHECK-COUNT-2: load i32, ptr %from
; CHECK-NOT:   load i32, ptr %from
; CHECK:       ret i32
define i32 @swapped(i64 %count, i64 %columns) {
entry:
  %a = alloca [80 x i32]
  %b = alloca [80 x i32]
  store i32 1, ptr %a
  br label %rows

rows:
  %i = phi i64 [ 0, %entry ], [ %next, %row.done ]
  %p = phi ptr [ %a, %entry ], [ %n, %row.done ]
  %n = phi ptr [ %b, %entry ], [ %p, %row.done ]
  br label %row

row:
  %j = phi i64 [ 0, %rows ], [ %j.next, %row ]
  %from = getelementptr i32, ptr %p, i64 %j
  %value = load i32, ptr %from
  %to = getelementptr i32, ptr %n, i64 %j
  store i32 %value, ptr %to
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, %columns
  br i1 %more, label %row, label %row.done

row.done:
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %count
  br i1 %again, label %rows, label %done

done:
  %last = phi ptr [ %n, %row.done ]
  %result = load i32, ptr %last
  ret i32 %result
}

; CHECK-LABEL: @others(
; CHECK-COUNT-1: load i32, ptr %from
; CHECK-NOT:   load i32, ptr %from
; CHECK:       ret void
define void @others(ptr %a, ptr %b, i64 %count) {
entry:
  br label %rows

rows:
  %i = phi i64 [ 0, %entry ], [ %next, %rows ]
  %p = phi ptr [ %a, %entry ], [ %n, %rows ]
  %n = phi ptr [ %b, %entry ], [ %p, %rows ]
  %from = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %from
  store i32 %value, ptr %n
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %count
  br i1 %again, label %rows, label %done

done:
  ret void
}
