; RUN: wherry-opt -passes='function(unrotate-loops,adce),verify' %s | FileCheck %s
; A work-item's block of eight elements, as Clang reduces the indices' strength: the offset of the block in bytes stands in
; front of the loop, and the loop counts bytes. The sum of the block's first index and a counter of elements comes back.

; CHECK-LABEL: @wg.block(
; CHECK:       loop:
; CHECK-NEXT:    %[[COUNTER:.*]] = phi i64 [ 0, %before ]
; CHECK:         icmp slt i64 %[[COUNTER]], 8
; CHECK:         %[[INDEX:.*]] = add i64 %first, %[[COUNTER]]
; CHECK:         getelementptr i32, ptr addrspace(1) %in, i64 %[[INDEX]]
; CHECK:         %[[INDEX2:.*]] = add i64 %first, %[[COUNTER]]
; CHECK:         getelementptr i32, ptr addrspace(1) %out, i64 %[[INDEX2]]
define void @wg.block(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %block) #0 {
entry:
  %start = shl i32 %block, 3
  %first = sext i32 %start to i64
  %offset = shl nsw i64 %first, 2
  %from = getelementptr i8, ptr addrspace(1) %in, i64 %offset
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %offset
  br label %before

before:
  br label %loop

loop:
  %bytes = phi i64 [ 0, %before ], [ %next, %loop ]
  %at = getelementptr i8, ptr addrspace(1) %from, i64 %bytes
  %value = load float, ptr addrspace(1) %at, align 4
  %there = getelementptr i8, ptr addrspace(1) %to, i64 %bytes
  store float %value, ptr addrspace(1) %there, align 4
  %next = add i64 %bytes, 4
  %ends = icmp eq i64 %next, 32
  br i1 %ends, label %done, label %loop

done:
  ret void
}

; Of eight elements of 8 bytes, whose block's offset is counted in fours: the addresses stay.
; CHECK-LABEL: @wg.halves(
; CHECK:         getelementptr i8, ptr addrspace(1) %to, i64 %
define void @wg.halves(ptr addrspace(1) %out, i64 %first) #0 {
entry:
  %offset = shl nsw i64 %first, 2
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %offset
  br label %before

before:
  br label %loop

loop:
  %bytes = phi i64 [ 0, %before ], [ %next, %loop ]
  %there = getelementptr i8, ptr addrspace(1) %to, i64 %bytes
  store i64 1, ptr addrspace(1) %there, align 4
  %next = add i64 %bytes, 8
  %ends = icmp eq i64 %next, 64
  br i1 %ends, label %done, label %loop

done:
  ret void
}

; A counter of 32 bits that counts down, beside a sum of 64 bits: one counter of 64 bits is left.
; CHECK-LABEL: @wg.narrow(
; CHECK:       loop:
; CHECK-NEXT:    %[[WIDE:.*]] = phi i64 [ 0, %before ]
; CHECK-NOT:     phi
; CHECK:         icmp slt i64 %[[WIDE]], 16
; CHECK:         ret void
define void @wg.narrow(ptr addrspace(1) %out, i32 %block) #0 {
entry:
  %start = shl i32 %block, 4
  %first = sext i32 %start to i64
  br label %before

before:
  br label %loop

loop:
  %left = phi i32 [ 16, %before ], [ %fewer, %loop ]
  %index = phi i64 [ %first, %before ], [ %next, %loop ]
  %there = getelementptr half, ptr addrspace(1) %out, i64 %index
  store half 1.0, ptr addrspace(1) %there, align 2
  %next = add nsw i64 %index, 1
  %fewer = add i32 %left, -1
  %ends = icmp eq i32 %fewer, 0
  br i1 %ends, label %done, label %loop

done:
  ret void
}

; Offsets of 32 bits: a sum of their numbers might wrap around where the two do not.
; CHECK-LABEL: @wg.offsets_of_32_bits(
; CHECK:         getelementptr i8, ptr addrspace(1) %to, i32 %
define void @wg.offsets_of_32_bits(ptr addrspace(1) %out, i32 %first) #0 {
entry:
  %offset = shl i32 %first, 2
  %to = getelementptr i8, ptr addrspace(1) %out, i32 %offset
  br label %before

before:
  br label %loop

loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %bytes = shl i32 %i, 2
  %there = getelementptr i8, ptr addrspace(1) %to, i32 %bytes
  store i32 1, ptr addrspace(1) %there, align 4
  %next = add i32 %i, 1
  %ends = icmp eq i32 %next, 8
  br i1 %ends, label %done, label %loop

done:
  ret void
}

attributes #0 = { "wherry-kernel"="block" }
