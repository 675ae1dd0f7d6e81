; RUN: wherry-opt -passes=unroll-powers %s | FileCheck %s
; Exponents above 8, of an unknown number of iterations, or not by the counter: such powers stay calls, and the loops.
; CHECK-NOT: !llvm.loop

define float @large(float %x, i32 %n, ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %power = call float @_Z4pownfi(float %x, i32 %k)
  %added = fadd float %sum, %power
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, 10
  br i1 %again, label %loop, label %end
end:
  ret float %added
}

define float @steep(float %x, i32 %n, ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %power = call float @_Z4pownfi(float %x, i32 %k)
  %added = fadd float %sum, %power
  %next = add nsw i32 %k, 9
  %again = icmp slt i32 %next, 18
  br i1 %again, label %loop, label %end
end:
  ret float %added
}

define float @unknown(float %x, i32 %n, ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %power = call float @_Z4pownfi(float %x, i32 %k)
  %added = fadd float %sum, %power
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret float %added
}

define float @argument(float %x, i32 %n, ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %power = call float @_Z4pownfi(float %x, i32 %n)
  %added = fadd float %sum, %power
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, 8
  br i1 %again, label %loop, label %end
end:
  ret float %added
}

define float @loaded(float %x, i32 %n, ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %at = getelementptr i32, ptr %a, i32 %k
  %exponent = load i32, ptr %at
  %power = call float @_Z4pownfi(float %x, i32 %exponent)
  %added = fadd float %sum, %power
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, 8
  br i1 %again, label %loop, label %end
end:
  ret float %added
}

define float @other(float %x, i32 %n, ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %power = call float @_Z5rootnfi(float %x, i32 %k)
  %added = fadd float %sum, %power
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, 8
  br i1 %again, label %loop, label %end
end:
  ret float %added
}
; Up to 8: the pass is at work.
; CHECK-LABEL: @small(
; CHECK:       !llvm.loop
define float @small(float %x, i32 %n, ptr %a) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %added, %loop ]
  %power = call float @_Z4pownfi(float %x, i32 %k)
  %added = fadd float %sum, %power
  %next = add nsw i32 %k, 1
  %again = icmp slt i32 %next, 9
  br i1 %again, label %loop, label %end
end:
  ret float %added
}
declare float @_Z4pownfi(float, i32)
declare float @_Z5rootnfi(float, i32)
