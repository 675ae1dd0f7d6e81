; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; A loop stays if its first iteration may come without the latch's test, or if its guard asks something else. A guard
; stays if code between it and the loop must not always run.

; CHECK-LABEL: @wg.do.while(
; CHECK:       loop:
; CHECK:         br i1 %more, label %loop, label %done
define void @wg.do.while(ptr addrspace(1) %out, i64 %n) #0 {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 0, ptr addrspace(1) %to, align 4
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; The guard passes n = 0, too, for which the loop has one iteration.
; CHECK-LABEL: @wg.other(
; CHECK:         br i1 %some, label %before, label %done
; CHECK:       loop:
; CHECK:         br i1 %more, label %loop, label %left
define void @wg.other(ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %some = icmp sge i64 %n, 0
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 0, ptr addrspace(1) %to, align 4
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; Where the guard fails there may be nothing to load.
; CHECK-LABEL: @wg.loads(
; CHECK:         br i1 %some, label %before, label %done
; CHECK:       before:
; CHECK-NEXT:    %by = load i32
; CHECK:       loop:
; CHECK:         icmp slt i64 %i, %n
define void @wg.loads(ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %before, label %done

before:
  %by = load i32, ptr addrspace(1) %out, align 4
  br label %loop

loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %by, ptr addrspace(1) %to, align 4
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="declines" "wherry-vectorise" }
