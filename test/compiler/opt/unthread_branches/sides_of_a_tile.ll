; RUN: wherry-opt -passes=unthread-branches,adce,verify %s | FileCheck %s
; `if (l == 0 && a) ...; if (l + 1 == 16 && b) ...`: behind the first one the second condition does not hold, and is not
; asked. It is asked again. What the join takes by the path becomes what the test computes.

; CHECK-LABEL: @wg.sides(
; CHECK:       left:
; CHECK:         store i32 1
; CHECK-NEXT:    br label %test
; CHECK:       test:
; CHECK:         %last = icmp eq i32 %next, 16
; CHECK-NEXT:    %room = add i32 %w, -1
; CHECK-NEXT:    %within = icmp sgt i32 %room, %x
; CHECK-NEXT:    %[[BOTH:.*]] = select i1 %last, i1 %within, i1 false
; CHECK-NEXT:    br i1 %[[BOTH]], label %right, label %join
; CHECK:       join:
; CHECK-NOT:     phi
; CHECK:         br i1 %within
define void @wg.sides(i32 %x, i32 %w) #0 {
entry:
  %l = call i64 @__wherry_local_id(i32 0)
  %id = trunc i64 %l to i32
  %next = add i32 %id, 1
  %zero = icmp eq i32 %id, 0
  %some = icmp sgt i32 %x, 0
  %first = and i1 %some, %zero
  br i1 %first, label %left, label %test

left:
  store i32 1, ptr addrspace(3) @tile
  %room.left = add i32 %w, -1
  %within.left = icmp sgt i32 %room.left, %x
  br label %join

test:
  %last = icmp eq i32 %next, 16
  %room = add nsw i32 %w, -1
  %within = icmp sgt i32 %room, %x
  %both = and i1 %last, %within
  br i1 %both, label %right, label %join

right:
  store i32 2, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 68)
  br label %join

join:
  %is.within = phi i1 [ %within.left, %left ], [ true, %right ], [ %within, %test ]
  br i1 %is.within, label %then, label %done

then:
  store i32 3, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 4)
  br label %done

done:
  ret void
}

@tile = internal addrspace(3) global [18 x i32] undef
declare i64 @__wherry_local_id(i32) #1
attributes #0 = { "wherry-kernel"="sides" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
