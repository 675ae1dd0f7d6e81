; RUN: wherry-opt -passes=segment-item-loops,verify %s | FileCheck %s
; What the program chooses for a divisor is the divisor. Only the choice of 1 in place of 0, which total-divisions makes, is
; no part of it. The quotient of a segment's first item is computed ahead of the loop, also where the kernel divides behind
; a branch: it never divides by 0.

; CHECK-LABEL: @wg.choice(
; CHECK:         %[[CHOICE:.*]] = select i1 %p, i32 1, i32 %n
; CHECK:         icmp ne i32 %[[CHOICE]], 0
; CHECK:         @llvm.umax.i32(i32 %[[CHOICE]], i32 1)
; CHECK:         %[[DIVISOR:.*]] = freeze i32 %[[CHOICE]]
; CHECK:         %[[BAD:.*]] = icmp eq i32 %[[DIVISOR]], 0
; CHECK:         %[[GOOD:.*]] = select i1 %[[BAD]], i32 1, i32 %[[DIVISOR]]
; CHECK:         udiv i32 %{{.*}}, %[[GOOD]]
; CHECK:         %segment.length = select
; CHECK-LABEL: @wg.guard(
; CHECK:         icmp ne i32 %n, 0
; CHECK:         @llvm.umax.i32(i32 %n, i32 1)
; CHECK:         %[[DIVISOR:.*]] = freeze i32 %n
; CHECK:         %[[BAD:.*]] = icmp eq i32 %[[DIVISOR]], 0
; CHECK:         %[[GOOD:.*]] = select i1 %[[BAD]], i32 1, i32 %[[DIVISOR]]
; CHECK:         udiv i32 %{{.*}}, %[[GOOD]]

define void @wg.choice(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %n, i1 %p, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %by = select i1 %p, i32 1, i32 %n
  %row = udiv i32 %g, %by
  %wide = zext i32 %row to i64
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float 1.0, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

define void @wg.guard(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %base, i32 %n, i1 %p, i64 %size) #0 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %next ], !wherry.item_loop !0
  %id = trunc i64 %x to i32
  %g = add i32 %base, %id
  %zero = icmp eq i32 %n, 0
  %by = select i1 %zero, i32 1, i32 %n
  %row = udiv i32 %g, %by
  %wide = zext i32 %row to i64
  %to = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float 1.0, ptr addrspace(1) %to, align 4
  br label %next

next:
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="k" "wherry-regions"="1" "wherry-vectorise" }
!0 = !{}
