; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; A loop counts down to 0 the iterations that are left, the difference of two loaded numbers, which the guard compares:
; the difference is below 0 where the guard does not hold, and the loop needs none.

; CHECK-LABEL: @wg.row(
; CHECK-NOT:     br i1
; CHECK:       before:
; CHECK:         %number = sub i64 %last.long, %first.long
; CHECK:       loop:
; CHECK:         %counter = phi i64 [ 0, %before ]
; CHECK:         %[[P:.*]] = getelementptr i32, ptr addrspace(1) %begin, i64 %counter
; CHECK:         %[[TEST:.*]] = icmp slt i64 %counter, %number
; CHECK:         br i1 %[[TEST]], label %{{.*}}, label %left
; CHECK:         load float, ptr addrspace(1) %[[P]]
; CHECK-NOT:     icmp
; CHECK:         ret void
define void @wg.row(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %rows) #0 {
entry:
  %first = load i32, ptr addrspace(1) %rows, align 4
  %place = getelementptr i8, ptr addrspace(1) %rows, i64 4
  %last = load i32, ptr addrspace(1) %place, align 4
  %some = icmp slt i32 %first, %last
  br i1 %some, label %before, label %done

before:
  %first.long = sext i32 %first to i64
  %last.long = sext i32 %last to i64
  %bytes = shl nsw i64 %first.long, 2
  %begin = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  %number = sub i64 %last.long, %first.long
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

; Compared without signs, which says nothing of the difference: the loop stays.
; CHECK-LABEL: @wg.unsigned(
; CHECK:         br i1 %some
; CHECK:         br i1 %ends
define void @wg.unsigned(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %rows) #0 {
entry:
  %first = load i32, ptr addrspace(1) %rows, align 4
  %place = getelementptr i8, ptr addrspace(1) %rows, i64 4
  %last = load i32, ptr addrspace(1) %place, align 4
  %some = icmp ult i32 %first, %last
  br i1 %some, label %before, label %done

before:
  %first.long = sext i32 %first to i64
  %last.long = sext i32 %last to i64
  %bytes = shl nsw i64 %first.long, 2
  %begin = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  %number = sub i64 %last.long, %first.long
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

attributes #0 = { "wherry-kernel"="row" }
