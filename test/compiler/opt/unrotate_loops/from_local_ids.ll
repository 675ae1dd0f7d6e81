; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; The guard adds local ids in 32 bits, the counter in 64, beginning a step before. Neither wraps around: local ids are
; small. The calls are left without a range. The number of 32 bits and the pointer follow the counter.

; CHECK-LABEL: @wg.flat(
; CHECK:         call i64 @__wherry_local_id(i32 0)
; CHECK-NOT:     br i1
; CHECK:         %[[FIRST:.*]] = add i64 %x, %row.wide
; CHECK:       loop:
; CHECK-NEXT:    %counter = phi i64 [ %[[FIRST]], %before ]
; CHECK-NOT:     phi
; CHECK:         %[[TEST:.*]] = icmp slt i64 %counter, 400
; CHECK-NEXT:    br i1 %[[TEST]]
; CHECK-NOT:     icmp
; CHECK:         ret void
define void @wg.flat(ptr addrspace(1) %out) #0 {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %m = call i64 @__wherry_local_id(i32 1)
  %l.low = trunc i64 %l to i32
  %m.low = trunc i64 %m to i32
  %row = shl i32 %m.low, 4
  %number = add i32 %row, %l.low
  %some = icmp slt i32 %number, 400
  br i1 %some, label %before, label %done

before:
  %row.wide = sext i32 %row to i64
  %l.up = shl i64 %l, 32
  %x = ashr exact i64 %l.up, 32
  %wide = add nsw i64 %x, %row.wide
  %start = add nsw i64 %wide, -256
  %bytes = shl nsw i64 %wide, 2
  %first = getelementptr i8, ptr addrspace(3) @tile, i64 %bytes
  br label %loop

loop:
  %to = phi ptr addrspace(3) [ %first, %before ], [ %to2, %loop ]
  %k = phi i32 [ %number, %before ], [ %k2, %loop ]
  %c = phi i64 [ %start, %before ], [ %c2, %loop ]
  store i32 %k, ptr addrspace(3) %to, align 4
  %c2 = add i64 %c, 256
  %k2 = add i32 %k, 256
  %to2 = getelementptr i8, ptr addrspace(3) %to, i64 1024
  %more = icmp slt i64 %c2, 144
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; Of a number that may be any, the counter may wrap around: it stays as it is.
; CHECK-LABEL: @wg.any(
; CHECK:         br i1 %some, label %before, label %done
; CHECK:         icmp slt i64 %c2, 144
define void @wg.any(ptr addrspace(1) %out, i32 %n, i32 %m) #0 {
entry:
  %number = add i32 %n, %m
  %some = icmp slt i32 %number, 400
  br i1 %some, label %before, label %done

before:
  %n.wide = sext i32 %n to i64
  %m.wide = sext i32 %m to i64
  %wide = add nsw i64 %m.wide, %n.wide
  %start = add nsw i64 %wide, -256
  br label %loop

loop:
  %c = phi i64 [ %start, %before ], [ %c2, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %c
  store i32 1, ptr addrspace(1) %to, align 4
  %c2 = add i64 %c, 256
  %more = icmp slt i64 %c2, 144
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

@tile = internal addrspace(3) global [400 x i32] undef
declare i64 @__wherry_local_id(i32) #1
attributes #0 = { "wherry-kernel"="flat" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
