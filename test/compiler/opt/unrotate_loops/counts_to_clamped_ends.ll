; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; A window from max(x - 4, 0) to min(w, x + 4), whose loop counts down in 64 bits what is left: ScalarEvolution takes
; the difference apart, so that nothing of it tells whether it is above 0. The loop gets the guard's test and its counter.

; CHECK-LABEL: @wg.window(
; CHECK-NOT:     br i1
; CHECK:       before:
; CHECK:       loop:
; CHECK:         %counter = phi i64 [ %first.long, %before ]
; CHECK:         %[[P:.*]] = getelementptr i32, ptr addrspace(1) %in, i64 %counter
; CHECK:         %[[TEST:.*]] = icmp slt i64 %counter, %last.long
; CHECK:         br i1 %[[TEST]], label %{{.*}}, label %left
; CHECK:         load float, ptr addrspace(1) %[[P]]
; CHECK-NOT:     icmp
; CHECK:         ret void
define void @wg.window(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %x, i32 %w) #0 {
entry:
  %left.of = call i32 @llvm.smax.i32(i32 %x, i32 4)
  %first = add nsw i32 %left.of, -4
  %right.of = add nsw i32 %x, 4
  %last = call i32 @llvm.smin.i32(i32 %w, i32 %right.of)
  %some = icmp sgt i32 %last, %first
  br i1 %some, label %before, label %done

before:
  %first.long = sext i32 %first to i64
  %last.long = sext i32 %last to i64
  %bytes = shl nsw i64 %first.long, 2
  %begin = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  %number = sub nsw i64 %last.long, %first.long
  br label %loop

loop:
  %left.over = phi i64 [ %number, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %begin, %before ], [ %p.next, %loop ]
  %sum = phi float [ 0.0, %before ], [ %sum.next, %loop ]
  %value = load float, ptr addrspace(1) %p, align 4
  %sum.next = fadd float %sum, %value
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 4
  %next = add i64 %left.over, -1
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

; The guard compares without signs what the loop extends by its sign: the guard stays.
; CHECK-LABEL: @wg.unsigned(
; CHECK:         br i1 %some, label %before, label %
define void @wg.unsigned(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %x, i32 %w) #0 {
entry:
  %left.of = call i32 @llvm.smax.i32(i32 %x, i32 4)
  %first = add nsw i32 %left.of, -4
  %right.of = add nsw i32 %x, 4
  %last = call i32 @llvm.smin.i32(i32 %w, i32 %right.of)
  %some = icmp ugt i32 %last, %first
  br i1 %some, label %before, label %done

before:
  %first.long = sext i32 %first to i64
  %last.long = sext i32 %last to i64
  %bytes = shl nsw i64 %first.long, 2
  %begin = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  %number = sub nsw i64 %last.long, %first.long
  br label %loop

loop:
  %left.over = phi i64 [ %number, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %begin, %before ], [ %p.next, %loop ]
  %sum = phi float [ 0.0, %before ], [ %sum.next, %loop ]
  %value = load float, ptr addrspace(1) %p, align 4
  %sum.next = fadd float %sum, %value
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 4
  %next = add i64 %left.over, -1
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
