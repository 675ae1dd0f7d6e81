; RUN: wherry-opt -passes='function(power-divisors),verify' %s | FileCheck %s
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

declare i32 @llvm.umax.i32(i32, i32)
