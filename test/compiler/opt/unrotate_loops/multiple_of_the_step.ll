; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; Beside a counter by 16 a pointer goes on by 64 * n bytes, which is the counter times 4 * n.

; CHECK-LABEL: @wg.tiles(
; CHECK:       loop:
; CHECK-NOT:     phi ptr
; CHECK:         %[[BYTES:.*]] = mul i64 %i, %[[FACTOR:.*]]
; CHECK:         getelementptr i8, ptr addrspace(1) %b, i64 %[[BYTES]]
define void @wg.tiles(ptr addrspace(1) %b, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %before, label %done

before:
  %end = zext i32 %n to i64
  %row = shl i64 %end, 6
  br label %loop

loop:
  %i = phi i64 [ 0, %before ], [ %i.next, %loop ]
  %p = phi ptr addrspace(1) [ %b, %before ], [ %p.next, %loop ]
  %value = load float, ptr addrspace(1) %p, align 4
  store float %value, ptr addrspace(1) %out, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 %row
  %i.next = add i64 %i, 16
  %more = icmp ult i64 %i.next, %end
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; A step that is no multiple of the counter's has a pointer of its own.
; CHECK-LABEL: @wg.no_multiple(
; CHECK:         phi ptr
define void @wg.no_multiple(ptr addrspace(1) %b, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %before, label %done

before:
  %end = zext i32 %n to i64
  %row = mul i64 %end, 20
  br label %loop

loop:
  %i = phi i64 [ 0, %before ], [ %i.next, %loop ]
  %p = phi ptr addrspace(1) [ %b, %before ], [ %p.next, %loop ]
  %value = load float, ptr addrspace(1) %p, align 4
  store float %value, ptr addrspace(1) %out, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 %row
  %i.next = add i64 %i, 16
  %more = icmp ult i64 %i.next, %end
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="tiles" }
