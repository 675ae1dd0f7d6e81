; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; Loops whose counters have 32 bits and whose pointers have 64: the loops count up in 64 bits, and the pointers follow.

; What is left, 2 * radius + 1, goes down to 0.
; CHECK-LABEL: @wg.down(
; CHECK:         %[[TIMES:.*]] = zext i32 %number to i64
; CHECK:       loop:
; CHECK:         %counter = phi i64 [ 0, %entry ], [ %{{.*}}, %[[BODY:.*]] ]
; CHECK-NOT:     phi ptr
; CHECK:         %[[TEST:.*]] = icmp {{.*}} i64 %counter, %[[TIMES]]
; CHECK:         br i1 %[[TEST]], label %[[BODY]], label %done
define void @wg.down(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %radius, i64 %step) #0 {
entry:
  %twice = shl i32 %radius, 1
  %number = or i32 %twice, 1
  br label %loop

loop:
  %left = phi i32 [ %number, %entry ], [ %left.next, %loop ]
  %p = phi ptr addrspace(1) [ %in, %entry ], [ %p.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %value = load float, ptr addrspace(1) %p, align 4
  %sum.next = fadd float %sum, %value
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 %step
  %left.next = add i32 %left, -1
  %ends = icmp eq i32 %left.next, 0
  br i1 %ends, label %done, label %loop

done:
  %all = phi float [ %sum.next, %loop ]
  store float %all, ptr addrspace(1) %out, align 4
  ret void
}

; From -radius to radius, where no comparison of these two is known to hold before the loop.
; CHECK-LABEL: @wg.window(
; CHECK:       loop:
; CHECK:         %counter = phi i64 [ 0, %before ], [ %{{.*}}, %[[BODY:.*]] ]
; CHECK-NOT:     phi ptr
; CHECK:         %[[TEST:.*]] = icmp ult i64 %counter, %{{.*}}
; CHECK:         br i1 %[[TEST]], label %[[BODY]], label %left
define void @wg.window(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %radius, i64 %step) #0 {
entry:
  %none = icmp slt i32 %radius, 0
  br i1 %none, label %done, label %before

before:
  %first = sub i32 0, %radius
  %behind = add i32 %radius, 1
  br label %loop

loop:
  %i = phi i32 [ %first, %before ], [ %i.next, %loop ]
  %p = phi ptr addrspace(1) [ %in, %before ], [ %p.next, %loop ]
  %value = load i32, ptr addrspace(1) %p, align 4
  store i32 %value, ptr addrspace(1) %out, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 %step
  %i.next = add i32 %i, 1
  %ends = icmp eq i32 %i.next, %behind
  br i1 %ends, label %left, label %loop

left:
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="window" }
