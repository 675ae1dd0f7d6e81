; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; What the code behind the loop takes from the last iteration, and all iterations compute alike, is computed before the
; loop: no phi carries it.

; CHECK-LABEL: @wg.always(
; CHECK:       before:
; CHECK:         %row = mul i32 %n, %m
; CHECK:       loop:
; CHECK-NOT:     poison
; CHECK:         icmp slt i64 %i, %n.long
; CHECK:       left:
; CHECK:         phi i32 [ %row, %loop ]
define void @wg.always(ptr addrspace(1) %out, i32 %n, i32 %m, i1 %other) #0 {
entry:
  %some = icmp sgt i32 %n, 0
  %both = and i1 %some, %other
  br i1 %both, label %before, label %done

before:
  %n.long = sext i32 %n to i64
  br label %loop

loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %row = mul i32 %n, %m
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %row, ptr addrspace(1) %to, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n.long
  br i1 %more, label %loop, label %left

left:
  %last = phi i32 [ %row, %loop ]
  store i32 %last, ptr addrspace(1) %out, align 4
  br label %done

done:
  ret void
}

attributes #0 = { "wherry-kernel"="always" "wherry-vectorise" }
