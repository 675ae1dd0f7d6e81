; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; A loop that always has an iteration, behind a condition that asks more: the condition stays. A phi of the header carries
; the value that the last iteration computes for the code behind the loop.

; CHECK-LABEL: @wg.always(
; CHECK:         br i1 %both, label %before, label %done
; CHECK:       loop:
; CHECK:         %carried = phi i32 [ poison, %before ], [ %twice, %[[BODY:.*]] ]
; CHECK:         %i = phi i64 [ 0, %before ], [ %next, %[[BODY]] ]
; CHECK:         %[[TEST:.*]] = icmp slt i64 %i, %n.long
; CHECK:         br i1 %[[TEST]], label %[[BODY]], label %left
; CHECK:       left:
; CHECK:         phi i32 [ %carried, %loop ]
define void @wg.always(ptr addrspace(1) %out, i32 %n, i1 %other) #0 {
entry:
  %some = icmp sgt i32 %n, 0
  %both = and i1 %some, %other
  br i1 %both, label %before, label %done

before:
  %n.long = sext i32 %n to i64
  br label %loop

loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %value = load i32, ptr addrspace(1) %to, align 4
  %twice = shl i32 %value, 1
  store i32 %twice, ptr addrspace(1) %to, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n.long
  br i1 %more, label %loop, label %left

left:
  %last = phi i32 [ %twice, %loop ]
  store i32 %last, ptr addrspace(1) %out, align 4
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="always" "wherry-vectorise" }
