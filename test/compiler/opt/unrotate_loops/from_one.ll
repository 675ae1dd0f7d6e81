; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; "for (y = 1; y < h - 1; ++y)", of which LLVM counts down what is left, behind the guard that it has joined with
; another condition: the loop goes from 1 up to h - 1, and its pointer follows.

; CHECK-LABEL: @wg.column(
; CHECK:         br i1 %inside
; CHECK:       loop:
; CHECK:         %counter = phi i64 [ 1, %before ], [ %{{.*}}, %[[BODY:.*]] ]
; CHECK-NOT:     phi
; CHECK:         %[[TEST:.*]] = icmp slt i64 %counter, %{{.*}}
; CHECK:         br i1 %[[TEST]], label %[[BODY]], label %left
; CHECK:         ret void
define void @wg.column(ptr addrspace(1) %out, i32 %h, i64 %step, i1 %inside) #0 {
entry:
  %some = icmp sgt i32 %h, 2
  %both = and i1 %inside, %some
  br i1 %both, label %before, label %done

before:
  %last = add nsw i32 %h, -1
  %wide = zext i32 %last to i64
  %number = add nsw i64 %wide, -1
  br label %loop

loop:
  %left.over = phi i64 [ %number, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %out, %before ], [ %p.next, %loop ]
  store i32 1, ptr addrspace(1) %p, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 %step
  %next = add nsw i64 %left.over, -1
  %ends = icmp eq i64 %next, 0
  br i1 %ends, label %left, label %loop

left:
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="column" }
