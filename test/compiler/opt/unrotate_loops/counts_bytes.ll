; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; A loop that counts the bytes of a private array of integers, from 4 to 196, beside a pointer to bytes: a counter of
; elements serves both.

; CHECK-LABEL: @wg.both(
; CHECK:       loop:
; CHECK-NEXT:    %[[COUNTER:.*]] = phi i64 [ 1, %before ]
; CHECK-NOT:     phi
; CHECK:         getelementptr i8, ptr addrspace(1) %{{.*}}, i64 %[[COUNTER]]
; CHECK:         mul i64 %[[COUNTER]], 4
; CHECK:         icmp slt i64 %[[COUNTER]], 49
; CHECK:         ret void
define void @wg.both(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %array = alloca [49 x i32], align 4
  br label %before

before:
  br label %loop

loop:
  %bytes = phi i64 [ 4, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %in, %before ], [ %p.next, %loop ]
  %value = load i8, ptr addrspace(1) %p, align 1
  %wide = zext i8 %value to i32
  %to = getelementptr i8, ptr %array, i64 %bytes
  store i32 %wide, ptr %to, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 1
  %next = add i64 %bytes, 4
  %ends = icmp eq i64 %next, 196
  br i1 %ends, label %done, label %loop

done:
  ret void
}

; Beside a pointer that goes on by what is no multiple of the counter's step, likewise.
; CHECK-LABEL: @wg.rows(
; CHECK:       loop:
; CHECK-NEXT:    %[[COUNTER:.*]] = phi i64 [ 0, %before ]
; CHECK-NOT:     phi
; CHECK:         mul i64 %[[COUNTER]], %pitch
; CHECK:         icmp slt i64 %[[COUNTER]], 16
; CHECK:         ret void
define void @wg.rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %pitch) #0 {
entry:
  br label %before

before:
  br label %loop

loop:
  %bytes = phi i64 [ 0, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %in, %before ], [ %p.next, %loop ]
  %value = load i32, ptr addrspace(1) %p, align 4
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %bytes
  store i32 %value, ptr addrspace(1) %to, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 %pitch
  %next = add i64 %bytes, 512
  %ends = icmp eq i64 %next, 8192
  br i1 %ends, label %done, label %loop

done:
  ret void
}

; The bytes are nothing but the offsets of elements.
; CHECK-LABEL: @wg.elements(
; CHECK:         %[[COUNTER:.*]] = phi i64 [ 1, %before ]
; CHECK:         getelementptr i32, ptr addrspace(1) %{{.*}}, i64 %[[COUNTER]]
; CHECK:         icmp slt i64 %[[COUNTER]], 49
; CHECK:         ret void
define void @wg.elements(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %array = alloca [49 x i32], align 4
  br label %before

before:
  br label %loop

loop:
  %bytes = phi i64 [ 4, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %in, %before ], [ %p.next, %loop ]
  %value = load i32, ptr addrspace(1) %p, align 4
  %to = getelementptr i8, ptr %array, i64 %bytes
  store i32 %value, ptr %to, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 4
  %next = add i64 %bytes, 4
  %ends = icmp eq i64 %next, 196
  br i1 %ends, label %done, label %loop

done:
  ret void
}

; A part of each element is stored: the counter stays.
; CHECK-LABEL: @wg.parts(
; CHECK:         phi i64 [ 4, %before ]
; CHECK:         ret void
define void @wg.parts(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %array = alloca [49 x i32], align 4
  br label %before

before:
  br label %loop

loop:
  %bytes = phi i64 [ 4, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %in, %before ], [ %p.next, %loop ]
  %value = load i32, ptr addrspace(1) %p, align 4
  %short = trunc i32 %value to i16
  %to = getelementptr i8, ptr %array, i64 %bytes
  store i16 %short, ptr %to, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 4
  %next = add i64 %bytes, 4
  %ends = icmp eq i64 %next, 196
  br i1 %ends, label %done, label %loop

done:
  ret void
}

; The first number is no multiple of the step.
; CHECK-LABEL: @wg.odd(
; CHECK:         phi i64 [ 5, %before ]
; CHECK:         ret void
define void @wg.odd(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %array = alloca [50 x i32], align 4
  br label %before

before:
  br label %loop

loop:
  %bytes = phi i64 [ 5, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %in, %before ], [ %p.next, %loop ]
  %value = load i8, ptr addrspace(1) %p, align 1
  %wide = zext i8 %value to i32
  %to = getelementptr i8, ptr %array, i64 %bytes
  store i32 %wide, ptr %to, align 1
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 1
  %next = add i64 %bytes, 4
  %ends = icmp eq i64 %next, 197
  br i1 %ends, label %done, label %loop

done:
  ret void
}

attributes #0 = { "wherry-kernel"="both" }
