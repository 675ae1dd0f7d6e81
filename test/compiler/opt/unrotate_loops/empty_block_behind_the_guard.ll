; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; An empty block between the guard and the code behind the loop is left out, so that the guard can be dropped.

; CHECK-LABEL: @wg.empty(
; CHECK-NOT:   nothing:
; CHECK:       loop:
; CHECK:         %[[TEST:.*]] = icmp slt i64 %i, %n
; CHECK-NEXT:    br i1 %[[TEST]]
; CHECK-NOT:     br i1
; CHECK:       left:
; CHECK-NEXT:    %[[COUNT:.*]] = phi i64 [ %i, %loop ]
; CHECK:         ret i64 %[[COUNT]]
define i64 @wg.empty(ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %before, label %nothing

nothing:
  br label %done

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
  %count = phi i64 [ 0, %nothing ], [ %next, %left ]
  ret i64 %count
}
attributes #0 = { "wherry-kernel"="empty" }
