; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; A loop that goes on while a flag of its iteration is set and its counter is below a bound: the counter is tested before
; each iteration, together with the flag that the iteration before has left.

; CHECK-LABEL: @wg.steps(
; CHECK-NOT:     br i1 %some
; CHECK:       loop:
; CHECK-NEXT:    %[[FLAG:.*]] = phi i1 [ true, %before ], [ %near, %{{.*}} ]
; CHECK-NEXT:    %n = phi i32 [ 0, %before ], [ %next, %{{.*}} ]
; CHECK:         %[[TEST:.*]] = icmp slt i32 %n, %limit
; CHECK-NEXT:    %[[BOTH:.*]] = select i1 %[[FLAG]], i1 %[[TEST]], i1 false
; CHECK-NEXT:    br i1 %[[BOTH]], label %{{.*}}, label %left
; CHECK:       left:
; CHECK-NEXT:    phi i32 [ %n, %loop ]
define void @wg.steps(ptr addrspace(1) %out, i32 %limit, float %c) #0 {
entry:
  %some = icmp sgt i32 %limit, 0
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %n = phi i32 [ 0, %before ], [ %next, %loop ]
  %z = phi float [ 0.0, %before ], [ %z.next, %loop ]
  %square = fmul float %z, %z
  %z.next = fadd float %square, %c
  %next = add nuw nsw i32 %n, 1
  %near = fcmp ule float %z.next, 4.0
  %more = icmp slt i32 %next, %limit
  %again = select i1 %near, i1 %more, i1 false
  br i1 %again, label %loop, label %left

left:
  %last = phi i32 [ %next, %loop ]
  br label %done

done:
  %all = phi i32 [ 0, %entry ], [ %last, %left ]
  store i32 %all, ptr addrspace(1) %out, align 4
  ret void
}

; The inverse: it leaves where the counter has met the bound, or a flag is set.

; CHECK-LABEL: @wg.leaves(
; CHECK:       loop:
; CHECK-NEXT:    %[[FLAG:.*]] = phi i1 [ true, %before ], [ %[[STAYS:.*]], %{{.*}} ]
; CHECK:         %[[TEST:.*]] = icmp slt i32 %n, %limit
; CHECK-NEXT:    %[[BOTH:.*]] = select i1 %[[TEST]], i1 %[[FLAG]], i1 false
; CHECK-NEXT:    br i1 %[[BOTH]], label %{{.*}}, label %left
; CHECK:         %[[STAYS]] = xor i1 %far, true
; CHECK:       left:
; CHECK-NEXT:    phi i32 [ %limit, %loop ]
define void @wg.leaves(ptr addrspace(1) %out, i32 %limit, float %c) #0 {
entry:
  %some = icmp sgt i32 %limit, 0
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %n = phi i32 [ 0, %before ], [ %next, %loop ]
  %z = phi float [ 0.0, %before ], [ %z.next, %loop ]
  %square = fmul float %z, %z
  %z.next = fadd float %square, %c
  %next = add nuw nsw i32 %n, 1
  %far = fcmp ugt float %z.next, 4.0
  %ends = icmp eq i32 %next, %limit
  %leaves = select i1 %ends, i1 true, i1 %far
  br i1 %leaves, label %left, label %loop

left:
  %last = phi i32 [ %limit, %loop ]
  store i32 %last, ptr addrspace(1) %out, align 4
  br label %done

done:
  ret void
}

; Kept: the guard does not ask what the latch asks, and no number of iterations is known.
; CHECK-LABEL: @wg.data(
; CHECK:         %again = select i1 %near, i1 %more, i1 false
; CHECK-NEXT:    br i1 %again, label %loop, label %done
define void @wg.data(ptr addrspace(1) %out, i64 %limit, i64 %step) #0 {
entry:
  br label %loop

loop:
  %n = phi i64 [ 0, %entry ], [ %next, %loop ]
  %z = phi float [ 0.0, %entry ], [ %z.next, %loop ]
  %z.next = fadd float %z, 1.0
  %next = add i64 %n, %step
  %near = fcmp ule float %z.next, 4.0
  %more = icmp slt i64 %next, %limit
  %again = select i1 %near, i1 %more, i1 false
  br i1 %again, label %loop, label %done

done:
  store float %z.next, ptr addrspace(1) %out, align 4
  ret void
}

; Kept: a do loop, whose first iteration asks for nothing. Its number of iterations would be another counter.
; CHECK-LABEL: @wg.do(
; CHECK:         %again = select i1 %near, i1 %more, i1 false
; CHECK-NEXT:    br i1 %again, label %loop, label %done
define void @wg.do(ptr addrspace(1) %out, i32 %limit, float %c) #0 {
entry:
  br label %loop

loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %z = phi float [ 0.0, %entry ], [ %z.next, %loop ]
  %square = fmul float %z, %z
  %z.next = fadd float %square, %c
  %next = add nuw nsw i32 %n, 1
  %near = fcmp ule float %z.next, 4.0
  %more = icmp slt i32 %next, %limit
  %again = select i1 %near, i1 %more, i1 false
  br i1 %again, label %loop, label %done

done:
  store i32 %next, ptr addrspace(1) %out, align 4
  ret void
}

; A loop that must end says nothing of its counter, as the flag may end it.

; CHECK-LABEL: @wg.must_end(
; CHECK:         br i1 %again, label %loop, label %left
define void @wg.must_end(ptr addrspace(1) %out, i32 %limit, float %c) #1 {
entry:
  %some = icmp sgt i32 %limit, 0
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %n = phi i32 [ 0, %before ], [ %next, %loop ]
  %z = phi float [ 0.0, %before ], [ %z.next, %loop ]
  %square = fmul float %z, %z
  %z.next = fadd float %square, %c
  %next = add nuw nsw i32 %n, 1
  %near = fcmp ule float %z.next, 4.0
  %more = icmp slt i32 %next, %limit
  %again = select i1 %near, i1 %more, i1 false
  br i1 %again, label %loop, label %left

left:
  %last = phi i32 [ %next, %loop ]
  br label %done

done:
  %all = phi i32 [ 0, %entry ], [ %last, %left ]
  store i32 %all, ptr addrspace(1) %out, align 4
  ret void
}

attributes #0 = { "wherry-kernel"="k" }
attributes #1 = { mustprogress "wherry-kernel"="must_end" }
