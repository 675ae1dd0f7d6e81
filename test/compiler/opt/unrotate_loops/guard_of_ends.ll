; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; A loop counts down the length of a window, of whose ends the guard compares one with the other. The first end is not
; below 0, so that the length does not wrap around: the counter goes up to the difference of the ends, tested before each
; iteration. Where the first end may be below 0, the length may be 0.

; CHECK-LABEL: @wg.window(
; CHECK:         %[[TO:.*]] = call i64 @llvm.smin.i64(
; CHECK:         %[[MOST:.*]] = sub i64 %[[TO]], %{{.*}}
; CHECK:       loop:
; CHECK:         %counter = phi i64 [ 0, %before ]
; CHECK:         %[[TEST:.*]] = icmp sle i64 %counter, %[[MOST]]
; CHECK:         br i1 %[[TEST]], label %{{.*}}, label %left
define void @wg.window(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %first, i32 %end, i32 %most) #0 {
entry:
  %last = call i32 @llvm.smin.i32(i32 %end, i32 %most)
  %from = call i32 @llvm.smax.i32(i32 %first, i32 0)
  %none = icmp slt i32 %last, %from
  br i1 %none, label %done, label %before

before:
  %behind = add i32 %last, 1
  %short = sub i32 %behind, %from
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

; CHECK-LABEL: @wg.any(
; CHECK-NOT:     %counter = phi
; CHECK:         %ends = icmp eq i64 %next, 0
define void @wg.any(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %from, i32 %last) #0 {
entry:
  %none = icmp slt i32 %last, %from
  br i1 %none, label %done, label %before

before:
  %behind = add i32 %last, 1
  %short = sub i32 %behind, %from
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

attributes #0 = { "wherry-kernel"="k" }
