; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; LLVM joins a loop's guard with the condition around the loop. The loop's guard becomes a branch of its own, and the
; loop's test takes its place.

; CHECK-LABEL: @wg.both(
; CHECK:         br i1 %inside, label %[[INNER:.*]], label %done
; CHECK:       [[INNER]]:
; CHECK-NEXT:    br label %before
; CHECK:       loop:
; CHECK:         %[[TEST:.*]] = icmp slt i64 %{{.*}}, %{{.*}}
; CHECK:         br i1 %[[TEST]], label %{{.*}}, label %left
; CHECK:       done:
; CHECK:         phi float [ 1.000000e+00, %entry ], [ %{{.*}}, %left ]
define void @wg.both(ptr addrspace(1) %p, i32 %n, i32 %x) #0 {
entry:
  %inside = icmp sgt i32 %n, %x
  %some = icmp sgt i32 %n, 0
  %both = and i1 %some, %inside
  br i1 %both, label %before, label %done

before:
  %n.long = zext i32 %n to i64
  br label %loop

loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i
  %value = load float, ptr addrspace(1) %at, align 4
  %next = add i64 %i, 1
  %last = icmp eq i64 %next, %n.long
  br i1 %last, label %left, label %loop

left:
  %from.loop = phi float [ %value, %loop ]
  br label %done

done:
  %all = phi float [ 1.0, %entry ], [ %from.loop, %left ]
  store float %all, ptr addrspace(1) %p, align 4
  ret void
}

; The other way round: around the loop if one of the conditions holds, and the loop's guard is the first one of two that
; are asked one after the other. The second one, asked first now, may be poison.
; CHECK-LABEL: @wg.either(
; CHECK:         %[[OUTSIDE:.*]] = freeze i1 %outside
; CHECK-NEXT:    br i1 %[[OUTSIDE]], label %done, label %[[INNER:.*]]
; CHECK:       [[INNER]]:
; CHECK-NEXT:    br label %before
; CHECK:       loop:
; CHECK:         %[[TEST:.*]] = icmp slt i64 %{{.*}}, %{{.*}}
; CHECK:         br i1 %[[TEST]], label %{{.*}}, label %left
define void @wg.either(ptr addrspace(1) %p, i32 %n, i32 %x) #0 {
entry:
  %sum = add nsw i32 %x, 1
  %outside = icmp sle i32 %n, %sum
  %none = icmp slt i32 %n, 1
  %either = select i1 %none, i1 true, i1 %outside
  br i1 %either, label %done, label %before

before:
  %n.long = zext i32 %n to i64
  br label %loop

loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %at, align 4
  %next = add i64 %i, 1
  %last = icmp eq i64 %next, %n.long
  br i1 %last, label %left, label %loop

left:
  br label %done

done:
  ret void
}

; Three conditions, of which none is the loop's: the guard stays as it is.
; CHECK-LABEL: @wg.other(
; CHECK:         br i1 %all, label %before, label %done
define void @wg.other(ptr addrspace(1) %p, i32 %n, i32 %x, i32 %y) #0 {
entry:
  %a = icmp sgt i32 %x, 4
  %b = icmp sgt i32 %y, %x
  %ab = and i1 %a, %b
  %c = icmp ne i32 %y, 7
  %all = and i1 %ab, %c
  br i1 %all, label %before, label %done

before:
  %n.long = zext i32 %n to i64
  br label %loop

loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %at, align 4
  %next = add i64 %i, 1
  %last = icmp eq i64 %next, %n.long
  br i1 %last, label %left, label %loop

left:
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="both" "wherry-vectorise" }
