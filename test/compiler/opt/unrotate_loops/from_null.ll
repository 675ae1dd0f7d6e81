; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; A pointer that goes on from null beside a counter stays a pointer.

; CHECK-LABEL: @wg.from_null(
; CHECK:         %[[BYTES:.*]] = mul i64 %{{.*}}, 48
; CHECK:         getelementptr i8, ptr null, i64 %[[BYTES]]
; CHECK:         ret void
define void @wg.from_null(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  br label %before

before:
  br label %loop

loop:
  %bytes = phi i64 [ 0, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %in, %before ], [ %p.next, %loop ]
  %q = phi ptr [ null, %before ], [ %q.next, %loop ]
  %value = load i8, ptr addrspace(1) %p, align 1
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %bytes
  store ptr %q, ptr addrspace(1) %to, align 8
  store volatile i8 %value, ptr %q
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 1
  %q.next = getelementptr i8, ptr %q, i64 48
  %next = add i64 %bytes, 8
  %ends = icmp eq i64 %next, 392
  br i1 %ends, label %done, label %loop

done:
  ret void
}

attributes #0 = { "wherry-kernel"="from_null" }
