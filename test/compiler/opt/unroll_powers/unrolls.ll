; RUN: wherry-opt -passes=unroll-powers %s | FileCheck %s
; RUN: wherry-opt -passes='unroll-powers,loop(loop-unroll-full),small-powers' %s | FileCheck %s --check-prefix=PRODUCTS
; Loops whose counters are exponents from -4 to 8 are to be unrolled.

; CHECK-LABEL: @exponents(
; CHECK:       br i1 %again, label %loop, label %end, !llvm.loop [[UNROLL:![0-9]+]]
; PRODUCTS-LABEL: @exponents(
; PRODUCTS-NOT: call
; PRODUCTS:    fmul float
; PRODUCTS-NOT: call
; PRODUCTS:    ret float
define float @exponents(float %x, i32 %n, ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %power = call float @_Z4pownfi(float %x, i32 %k)
  %added = fadd float %sum, %power
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, 8
  br i1 %again, label %loop, label %end
end:
  ret float %added
}

; By pow with a converted counter, of an unrotated loop: its header runs once more than the body.
; CHECK-LABEL: @converted(
; CHECK:       br label %loop, !llvm.loop
define float @converted(float %x) {
entry:
  br label %loop
loop:
  %k = phi i32 [ -4, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %added, %body ]
  %more = icmp slt i32 %k, 9
  br i1 %more, label %body, label %end
body:
  %exponent = sitofp i32 %k to float
  %power = call float @_Z3powff(float %x, float %exponent)
  %added = fadd float %sum, %power
  %next = add nsw i32 %k, 1
  br label %loop
end:
  ret float %sum
}

; CHECK-LABEL: @by_twos(
; CHECK:       br i1 %again, label %loop, label %end, !llvm.loop
define float @by_twos(float %x, i32 %n, ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 1, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %power = call float @_Z4pownfi(float %x, i32 %k)
  %added = fadd float %sum, %power
  %next = add nsw i32 %k, 2
  %again = icmp slt i32 %next, 8
  br i1 %again, label %loop, label %end
end:
  ret float %added
}
declare float @_Z4pownfi(float, i32)
declare float @_Z3powff(float, float)
; CHECK: [[UNROLL]] = distinct !{[[UNROLL]], [[FULL:![0-9]+]]}
; CHECK: [[FULL]] = !{!"llvm.loop.unroll.full"
