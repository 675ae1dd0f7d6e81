; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; LLVM counts bytes down from 28 to 12 beside a pointer into a private array: the test holds before the first iteration,
; and the pointer follows the counter.

; CHECK-LABEL: @wg.axes(
; CHECK:       loop:
; CHECK:         %left = phi i64 [ 28, %entry ], [ %left.next, %[[BODY:.*]] ]
; CHECK-NOT:     phi ptr
; CHECK:         %[[TEST:.*]] = icmp ne i64 %left, 12
; CHECK:         br i1 %[[TEST]], label %[[BODY]], label %done
define void @wg.axes(ptr %array, ptr addrspace(1) %out) #0 {
entry:
  br label %loop

loop:
  %left = phi i64 [ 28, %entry ], [ %left.next, %loop ]
  %p = phi ptr [ %array, %entry ], [ %p.next, %loop ]
  %value = load i32, ptr %p, align 4
  %place = getelementptr i8, ptr addrspace(1) %out, i64 %left
  store i32 %value, ptr addrspace(1) %place, align 4
  %p.next = getelementptr i8, ptr %p, i64 4
  %left.next = add i64 %left, -4
  %ends = icmp eq i64 %left.next, 12
  br i1 %ends, label %done, label %loop

done:
  ret void
}

attributes #0 = { "wherry-kernel"="axes" }
