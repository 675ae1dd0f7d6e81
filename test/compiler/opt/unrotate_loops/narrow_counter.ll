; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; A counter of 16 bits, compared with a bound of 32: it may wrap around, and has the same test before each iteration.

; CHECK-LABEL: @wg.signed(
; CHECK-NOT:     br i1
; CHECK:       loop:
; CHECK-NEXT:    %k = phi i16 [ 0, %before ], [ %next, %[[BODY:.*]] ]
; CHECK-NEXT:    %[[WIDE:.*]] = sext i16 %k to i32
; CHECK-NEXT:    %[[TEST:.*]] = icmp slt i32 %[[WIDE]], %n
; CHECK-NEXT:    br i1 %[[TEST]], label %[[BODY]], label %left
; CHECK-NOT:     icmp
; CHECK:         ret void
define void @wg.signed(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %k = phi i16 [ 0, %before ], [ %next, %loop ]
  %index = sext i16 %k to i64
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 1, ptr addrspace(1) %place, align 4
  %next = add i16 %k, 1
  %extended = sext i16 %next to i32
  %more = icmp slt i32 %extended, %n
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; CHECK-LABEL: @wg.unsigned(
; CHECK-NOT:     br i1
; CHECK:       loop:
; CHECK-NEXT:    %k = phi i8 [ 0, %before ], [ %next, %[[BODY:.*]] ]
; CHECK-NEXT:    %[[WIDE:.*]] = zext i8 %k to i32
; CHECK-NEXT:    %[[TEST:.*]] = icmp ult i32 %[[WIDE]], %n
define void @wg.unsigned(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %some = icmp ne i32 %n, 0
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %k = phi i8 [ 0, %before ], [ %next, %loop ]
  %index = zext i8 %k to i64
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 1, ptr addrspace(1) %place, align 4
  %next = add i8 %k, 1
  %extended = zext i8 %next to i32
  %more = icmp ult i32 %extended, %n
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; The guard asks for another first number than the counter's: the loop has an iteration without a test.
; CHECK-LABEL: @wg.other(
; CHECK:         br i1 %some
; CHECK:         br i1 %more
define void @wg.other(ptr addrspace(1) %out, i32 %n, i32 %m) #0 {
entry:
  %some = icmp sgt i32 %m, 0
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %k = phi i16 [ 0, %before ], [ %next, %loop ]
  %index = sext i16 %k to i64
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 1, ptr addrspace(1) %place, align 4
  %next = add i16 %k, 1
  %extended = sext i16 %next to i32
  %more = icmp slt i32 %extended, %n
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; The bound is the counter of the loop around, extended, and stands first.
; CHECK-LABEL: @wg.triangle(
; CHECK:       loop:
; CHECK-NEXT:    %k = phi i64 [ 0, %{{.*}} ], [ %next, %[[BODY:.*]] ]
; CHECK-NEXT:    %[[TEST:.*]] = icmp slt i64 %k, %{{.*}}
; CHECK-NEXT:    br i1 %[[TEST]], label %[[BODY]], label %left
define void @wg.triangle(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  br label %rows

rows:
  %row = phi i32 [ 1, %entry ], [ %row.next, %left ]
  %bound = sext i32 %row to i64
  br label %loop

loop:
  %k = phi i64 [ 0, %rows ], [ %next, %loop ]
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %k
  store i32 1, ptr addrspace(1) %place, align 4
  %next = add nsw i64 %k, 1
  %more = icmp sgt i64 %bound, %next
  br i1 %more, label %loop, label %left

left:
  %row.next = add nuw nsw i32 %row, 1
  %again = icmp slt i32 %row.next, %n
  br i1 %again, label %rows, label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="narrow" }
