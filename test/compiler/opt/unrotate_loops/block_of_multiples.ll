; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; `for (i = id * 16; i < id * 16 + 16; i++)`: LLVM asks whether the end wraps around. The loop tests first, without guard.

; CHECK-LABEL: @wg.block(
; CHECK:       before:
; CHECK:       loop:
; CHECK:         %[[MORE:.*]] = icmp ult i64 %i, %end
; CHECK-NEXT:    br i1 %[[MORE]], label %{{.*}}, label %left
define void @wg.block(ptr addrspace(1) %out, i64 %id) #0 {
entry:
  %first = shl i64 %id, 4
  %wraps = icmp eq i64 %first, -16
  br i1 %wraps, label %done, label %before

before:
  %end = add i64 %first, 16
  br label %loop

loop:
  %i = phi i64 [ %first, %before ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %at, align 4
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %end
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; Signed numbers of 32 bits end below 2^31.
; CHECK-LABEL: @wg.signed(
; CHECK:       loop:
; CHECK:         %[[MORE:.*]] = icmp slt i32 %i, %end
; CHECK-NEXT:    br i1 %[[MORE]], label %{{.*}}, label %left
define void @wg.signed(ptr addrspace(1) %out, i32 %id) #0 {
entry:
  %first = shl i32 %id, 4
  %wraps = icmp eq i32 %first, 2147483632
  br i1 %wraps, label %done, label %before

before:
  %end = add i32 %first, 16
  br label %loop

loop:
  %i = phi i32 [ %first, %before ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %wide
  store i32 1, ptr addrspace(1) %at, align 4
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; Multiples of 8 may begin 8 below the place where numbers wrap around: the guard does not tell.
; CHECK-LABEL: @wg.eights(
; CHECK:         br i1 %wraps, label %done, label %before
; CHECK:         br i1 %more, label %loop, label %left
define void @wg.eights(ptr addrspace(1) %out, i64 %id) #0 {
entry:
  %first = shl i64 %id, 3
  %wraps = icmp eq i64 %first, -16
  br i1 %wraps, label %done, label %before

before:
  %end = add i64 %first, 16
  br label %loop

loop:
  %i = phi i64 [ %first, %before ], [ %next, %loop ]
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 1, ptr addrspace(1) %at, align 4
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %end
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="block" }
