; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; `for (i = n - 1; i >= 0; i--)` as LLVM writes it: from n + 1 down, as long as the next number is above 1. The counter of
; iterations comes back, which the pointer follows.

; CHECK-LABEL: @wg.down(
; CHECK:         %[[END:.*]] = sext i32 %n to i64
; CHECK:       loop:
; CHECK-NOT:     phi ptr
; CHECK:         %[[COUNTER:.*]] = phi i64 [ 0, %{{.*}} ]
; CHECK-NOT:     phi ptr
; CHECK:         icmp slt i64 %[[COUNTER]], %[[END]]
define void @wg.down(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %before, label %done

before:
  %wide = zext i32 %n to i64
  %first = add i64 %wide, 1
  %bytes = shl i64 %wide, 2
  %end = getelementptr i8, ptr addrspace(1) %out, i64 %bytes
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %end, %before ], [ %p.next, %loop ]
  %i = phi i64 [ %first, %before ], [ %next, %loop ]
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 -4
  store i32 1, ptr addrspace(1) %p.next, align 4
  %next = add i64 %i, -1
  %more = icmp ugt i64 %next, 1
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; A counter that may begin below the constant has one iteration then.
; CHECK-LABEL: @wg.below(
; CHECK:         br i1 %more, label %loop, label %left
define void @wg.below(ptr addrspace(1) %out, i64 %first) #0 {
entry:
  %some = icmp ne i64 %first, 0
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %p = phi ptr addrspace(1) [ %out, %before ], [ %p.next, %loop ]
  %i = phi i64 [ %first, %before ], [ %next, %loop ]
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 -4
  store i32 1, ptr addrspace(1) %p.next, align 4
  %next = add i64 %i, -1
  %more = icmp ugt i64 %next, 5
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="down" }
