; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; A loop counts down to 0 the iterations that are left; its pointer becomes the counter, from one of the numbers that the
; guard compares to the other one.

; CHECK-LABEL: @wg.window(
; CHECK-NOT:   br i1 %none
; CHECK:       loop:
; CHECK:         %counter = phi i64 [ %[[FIRST:.*]], %before ]
; CHECK:         %[[TEST:.*]] = icmp sle i64 %counter, %[[LAST:.*]]
; CHECK:         br i1 %[[TEST]], label %{{.*}}, label %left
; CHECK-NOT:     icmp eq
; CHECK:         ret void
define void @wg.window(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %first, i32 %last) #0 {
entry:
  %none = icmp sgt i32 %first, %last
  br i1 %none, label %done, label %before

before:
  %first.long = sext i32 %first to i64
  %bytes = shl nsw i64 %first.long, 2
  %begin = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  %behind = add i32 %last, 1
  %number = sub i32 %behind, %first
  br label %loop

loop:
  %left.over = phi i32 [ %number, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %begin, %before ], [ %p.next, %loop ]
  %sum = phi float [ 0.0, %before ], [ %sum.next, %loop ]
  %value = load float, ptr addrspace(1) %p, align 4
  %sum.next = fadd float %sum, %value
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 4
  %next = add i32 %left.over, -1
  %ends = icmp eq i32 %next, 0
  br i1 %ends, label %left, label %loop

left:
  %from.loop = phi float [ %sum.next, %loop ]
  br label %done

done:
  %all = phi float [ 0.0, %entry ], [ %from.loop, %left ]
  store float %all, ptr addrspace(1) %out, align 4
  ret void
}

attributes #0 = { "wherry-kernel"="window" "wherry-vectorise" }
