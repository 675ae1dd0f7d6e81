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

declare i64 @__wherry_local_id(i32)
