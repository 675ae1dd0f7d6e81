; RUN: wherry-opt -passes='function(power-divisors),verify' %s | FileCheck %s
; A counter that is shifted left from 1 on is a power of two, also where it ends as the least number: a local id is no
; negative number, and none is as large.

; CHECK-LABEL: @butterfly(
; CHECK-DAG:   %[[BITS:.*]] = call i32 @llvm.cttz.i32(i32 %h, i1 true)
; CHECK-DAG:   lshr i32 %l, %[[BITS]]
; CHECK-DAG:   %[[MASK:.*]] = add i32 %h, -1
; CHECK-DAG:   and i32 %l, %[[MASK]]
; CHECK-NOT:   div
; CHECK-NOT:   rem
; CHECK-NOT:   range
; CHECK:       ret void
define void @butterfly(ptr addrspace(1) %out, i32 %n) {
entry:
  %wide = call i64 @__wherry_local_id(i32 0)
  %l = trunc i64 %wide to i32
  br label %loop

loop:
  %h = phi i32 [ 1, %entry ], [ %next, %loop ]
  %q = sdiv i32 %l, %h
  %r = srem i32 %l, %h
  store volatile i32 %q, ptr addrspace(1) %out
  store volatile i32 %r, ptr addrspace(1) %out
  %next = shl i32 %h, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done

done:
  ret void
}

; A divisor of 0 was replaced by 1.
; CHECK-LABEL: @never_zero(
; CHECK:       %[[BITS:.*]] = call i32 @llvm.cttz.i32(i32 %by, i1 true)
; CHECK-NEXT:  lshr i32 %a, %[[BITS]]
define void @never_zero(ptr addrspace(1) %out, i32 %a) {
entry:
  br label %loop

loop:
  %h = phi i32 [ 64, %entry ], [ %next, %loop ]
  %by = call i32 @llvm.umax.i32(i32 %h, i32 1)
  %q = udiv i32 %a, %by
  store volatile i32 %q, ptr addrspace(1) %out
  %next = lshr i32 %h, 1
  %again = icmp ne i32 %next, 0
  br i1 %again, label %loop, label %done

done:
  ret void
}

; A dividend may be negative, a counter is no power of two.
; CHECK-LABEL: @others(
; CHECK:       sdiv i32 %a, %h
; CHECK:       udiv i32 %a, %three
define void @others(ptr addrspace(1) %out, i32 %a, i32 %n) {
entry:
  br label %loop

loop:
  %h = phi i32 [ 1, %entry ], [ %next, %loop ]
  %three = phi i32 [ 3, %entry ], [ %six, %loop ]
  %q = sdiv i32 %a, %h
  %u = udiv i32 %a, %three
  store volatile i32 %q, ptr addrspace(1) %out
  store volatile i32 %u, ptr addrspace(1) %out
  %next = shl i32 %h, 1
  %six = shl i32 %three, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done

done:
  ret void
}

declare i64 @__wherry_local_id(i32)
declare i32 @llvm.umax.i32(i32, i32)
