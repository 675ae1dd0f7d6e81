; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; A loop with a break, whose test LLVM has moved to the latch: the test comes before each iteration again, and the loop
; leaves with its counter by both exits.

; CHECK-LABEL: @wg.steps(
; CHECK-NOT:     br i1 %some
; CHECK:       loop:
; CHECK-NEXT:    %n = phi i32 [ 0, %before ], [ %next, %go.on ]
; CHECK-NEXT:    %z = phi float
; CHECK-NEXT:    %[[TEST:.*]] = icmp slt i32 %n, %limit
; CHECK-NEXT:    br i1 %[[TEST]], label %[[BODY:.*]], label %left
; CHECK:       [[BODY]]:
; CHECK:         br i1 %far, label %left, label %go.on
; CHECK:       go.on:
; CHECK-NOT:     icmp
; CHECK:         br label %loop
; CHECK:       left:
; CHECK-NEXT:    %[[OUT:.*]] = phi i32 [ %n, %loop ], [ %n, %[[BODY]] ]
; CHECK:         store i32 %[[OUT]]
define void @wg.steps(ptr addrspace(1) %out, i32 %limit, float %c) #0 {
entry:
  %some = icmp sgt i32 %limit, 0
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %n = phi i32 [ 0, %before ], [ %next, %go.on ]
  %z = phi float [ 0.0, %before ], [ %z.next, %go.on ]
  %square = fmul float %z, %z
  %far = fcmp ugt float %square, 4.0
  br i1 %far, label %left, label %go.on

go.on:
  %z.next = fadd float %square, %c
  %next = add nuw nsw i32 %n, 1
  %ends = icmp eq i32 %next, %limit
  br i1 %ends, label %left, label %loop

left:
  %last = phi i32 [ %n, %loop ], [ %limit, %go.on ]
  br label %done

done:
  %all = phi i32 [ 0, %entry ], [ %last, %left ]
  store i32 %all, ptr addrspace(1) %out, align 4
  ret void
}

; Down to 0, which the guard compares: where it holds, the first number is 0.
; CHECK-LABEL: @wg.down(
; CHECK-NOT:     br i1 %none
; CHECK:       loop:
; CHECK-NEXT:    %counter = phi i32 [ 0, %before ]
; CHECK-NEXT:    %z = phi float
; CHECK:         %[[MORE:.*]] = add i32 %limit, %
; CHECK:         icmp ult i32 %counter, %limit
; CHECK:       left:
; CHECK-NEXT:    phi i32 [ %[[MORE]], %loop ], [ %[[MORE]], %{{.*}} ]
define void @wg.down(ptr addrspace(1) %out, i32 %limit, float %c) #0 {
entry:
  %none = icmp eq i32 %limit, 0
  br i1 %none, label %done, label %before

before:
  br label %loop

loop:
  %more = phi i32 [ %limit, %before ], [ %next, %go.on ]
  %z = phi float [ 0.0, %before ], [ %z.next, %go.on ]
  %square = fmul float %z, %z
  %far = fcmp ugt float %square, 4.0
  br i1 %far, label %left, label %go.on

go.on:
  %z.next = fadd float %square, %c
  %next = add i32 %more, -1
  %ends = icmp eq i32 %next, 0
  br i1 %ends, label %left, label %loop

left:
  %last = phi i32 [ %more, %loop ], [ 0, %go.on ]
  br label %done

done:
  %all = phi i32 [ 0, %entry ], [ %last, %left ]
  store i32 %all, ptr addrspace(1) %out, align 4
  ret void
}

; The break leads elsewhere, and the latch's exit has a value of its own, which comes into the header.
; CHECK-LABEL: @wg.elsewhere(
; CHECK-NOT:     br i1 %some
; CHECK:       loop:
; CHECK:         %[[SUM:.*]] = phi float [ 1.000000e+00, %before ], [ %z.next, %go.on ]
; CHECK:         br i1 %{{.*}}, label %{{.*}}, label %left
; CHECK:       found:
; CHECK-NEXT:    phi i32 [ %n, %
; CHECK:       left:
; CHECK-NEXT:    phi float [ %[[SUM]], %loop ]
define void @wg.elsewhere(ptr addrspace(1) %out, i32 %limit, float %c) #0 {
entry:
  %some = icmp sgt i32 %limit, 0
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %n = phi i32 [ 0, %before ], [ %next, %go.on ]
  %z = phi float [ 0.0, %before ], [ %z.next, %go.on ]
  %square = fmul float %z, %z
  %far = fcmp ugt float %square, 4.0
  br i1 %far, label %found, label %go.on

go.on:
  %z.next = fadd float %square, %c
  %next = add nuw nsw i32 %n, 1
  %ends = icmp eq i32 %next, %limit
  br i1 %ends, label %left, label %loop

found:
  %where = phi i32 [ %n, %loop ]
  store i32 %where, ptr addrspace(1) %out, align 4
  ret void

left:
  %last = phi float [ %z.next, %go.on ]
  br label %done

done:
  %all = phi float [ 1.0, %entry ], [ %last, %left ]
  store float %all, ptr addrspace(1) %out, align 4
  ret void
}

; Without a guard, and with a break, a loop gets no counter of its own: the test stays at the end.
; CHECK-LABEL: @wg.no.guard(
; CHECK:       go.on:
; CHECK:         br i1 %ends, label %left, label %loop
define void @wg.no.guard(ptr addrspace(1) %out, i32 %limit, float %c) #0 {
entry:
  br label %loop

loop:
  %n = phi i32 [ 0, %entry ], [ %next, %go.on ]
  %z = phi float [ 0.0, %entry ], [ %z.next, %go.on ]
  %square = fmul float %z, %z
  %far = fcmp ugt float %square, 4.0
  br i1 %far, label %left, label %go.on

go.on:
  %z.next = fadd float %square, %c
  %next = add nuw i32 %n, 1
  %ends = icmp uge i32 %next, %limit
  br i1 %ends, label %left, label %loop

left:
  %last = phi i32 [ %n, %loop ], [ %next, %go.on ]
  store i32 %last, ptr addrspace(1) %out, align 4
  ret void
}

attributes #0 = { "wherry-kernel"="steps" }
