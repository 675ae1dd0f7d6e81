; RUN: wherry-opt -passes='function(unrotate-loops,adce),verify' %s | FileCheck %s
; Two pointers to floats, which Clang counts by the bytes that are left: n floats, counted from 0 on. The guard compares
; n, of 32 bits, with 0.

; CHECK-LABEL: @wg.row(
; CHECK:       loop:
; CHECK-NEXT:    %[[COUNTER:.*]] = phi i64 [ 0, %before ]
; CHECK-NEXT:    phi float
; CHECK-NOT:     phi
; CHECK:         icmp ult i64 %[[COUNTER]], %wide
define void @wg.row(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %wide = sext i32 %n to i64
  %bytes = shl nsw i64 %wide, 2
  %none = icmp eq i32 %n, 0
  br i1 %none, label %done, label %before

before:
  br label %loop

loop:
  %left = phi i64 [ %bytes, %before ], [ %fewer, %loop ]
  %sum = phi float [ 0.0, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %a, %before ], [ %p.next, %loop ]
  %q = phi ptr addrspace(1) [ %b, %before ], [ %q.next, %loop ]
  %x = load float, ptr addrspace(1) %p, align 4
  %y = load float, ptr addrspace(1) %q, align 4
  %next = call float @llvm.fma.f32(float %x, float %y, float %sum)
  %p.next = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
  %q.next = getelementptr inbounds i8, ptr addrspace(1) %q, i64 4
  %fewer = add i64 %left, -4
  %ends = icmp eq i64 %fewer, 0
  br i1 %ends, label %behind, label %loop

behind:
  br label %done

done:
  %result = phi float [ 0.0, %entry ], [ %next, %behind ]
  store float %result, ptr addrspace(1) %out, align 4
  ret void
}

; Of as many bytes as any number of 64 bits, times four, the iterations are no known number: the product may wrap around.
; CHECK-LABEL: @wg.any(
; CHECK:         %left = phi i64 [ %bytes, %before ]
define void @wg.any(ptr addrspace(1) %a, i64 %n) #0 {
entry:
  %bytes = shl i64 %n, 2
  %none = icmp eq i64 %bytes, 0
  br i1 %none, label %done, label %before

before:
  br label %loop

loop:
  %left = phi i64 [ %bytes, %before ], [ %fewer, %loop ]
  %p = phi ptr addrspace(1) [ %a, %before ], [ %p.next, %loop ]
  store float 1.0, ptr addrspace(1) %p, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 4
  %fewer = add i64 %left, -4
  %ends = icmp eq i64 %fewer, 0
  br i1 %ends, label %behind, label %loop

behind:
  br label %done

done:
  ret void
}

declare float @llvm.fma.f32(float, float, float)
attributes #0 = { "wherry-kernel"="row" }
