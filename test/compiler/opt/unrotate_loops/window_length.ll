; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; A loop counts down the length of a window, the difference of its ends and one more; the guard compares the difference
; with 0. So the length is not 0: the counter goes up to the difference, which is below 0 where the loop has no iteration,
; tested before each iteration, and the pointer follows.

; CHECK-LABEL: @wg.window(
; CHECK-NOT:     br i1 %none
; CHECK:         %[[MOST:.*]] = sext i32 %less to i64
; CHECK:       loop:
; CHECK:         %counter = phi i64 [ 0, %before ]
; CHECK:         %[[P:.*]] = getelementptr i32, ptr addrspace(1) %in, i64 %counter
; CHECK:         %[[TEST:.*]] = icmp sle i64 %counter, %[[MOST]]
; CHECK:         br i1 %[[TEST]], label %{{.*}}, label %left
; CHECK:         load float, ptr addrspace(1) %[[P]]
; CHECK-NOT:     icmp
; CHECK:         ret void
define void @wg.window(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %first, i32 %last) #0 {
entry:
  %less = sub i32 %last, %first
  %none = icmp slt i32 %less, 0
  br i1 %none, label %done, label %before

before:
  %behind = add i32 %last, 1
  %short = sub i32 %behind, %first
  %length = zext i32 %short to i64
  br label %loop

loop:
  %left.over = phi i64 [ %length, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %in, %before ], [ %p.next, %loop ]
  %sum = phi float [ 0.0, %before ], [ %sum.next, %loop ]
  %value = load float, ptr addrspace(1) %p, align 4
  %sum.next = fadd float %sum, %value
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 4
  %next = add nsw i64 %left.over, -1
  %ends = icmp eq i64 %next, 0
  br i1 %ends, label %left, label %loop

left:
  %from.loop = phi float [ %sum.next, %loop ]
  br label %done

done:
  %all = phi float [ 0.0, %entry ], [ %from.loop, %left ]
  store float %all, ptr addrspace(1) %out, align 4
  ret void
}

attributes #0 = { "wherry-kernel"="window" }
