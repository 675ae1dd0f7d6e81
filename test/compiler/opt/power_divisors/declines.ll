; RUN: wherry-opt -passes='function(power-divisors),verify' %s | FileCheck %s
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
