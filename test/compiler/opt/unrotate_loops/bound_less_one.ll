; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; From 1 to h - 1, behind a guard `h > 2`: where the guard does not hold, `h - 1` may wrap around in 32 bits, but not in
; 64, and the test in front of an iteration equals the guard.

; CHECK-LABEL: @wg.inner(
; CHECK-NOT:     br i1
; CHECK:       before:
; CHECK-NEXT:    %[[WIDE:.*]] = sext i32 %h to i64
; CHECK-NEXT:    %[[LAST:.*]] = add nsw i64 %[[WIDE]], -1
; CHECK:       loop:
; CHECK:         %[[TEST:.*]] = icmp slt i64 %k, %[[LAST]]
; CHECK-NEXT:    br i1 %[[TEST]]
; CHECK-NOT:     icmp
; CHECK:         ret void
define void @wg.inner(ptr addrspace(1) %out, i32 %h) #0 {
entry:
  %some = icmp sgt i32 %h, 2
  br i1 %some, label %before, label %done
before:
  %less = add nsw i32 %h, -1
  %last = zext i32 %less to i64
  br label %loop
loop:
  %k = phi i64 [ 1, %before ], [ %next, %loop ]
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %k
  store i32 1, ptr addrspace(1) %place, align 4
  %next = add nuw nsw i64 %k, 1
  %more = icmp ne i64 %next, %last
  br i1 %more, label %loop, label %left
left:
  br label %done
done:
  ret void
}

; Of a guard that leaves the loop its first iteration where the bound is passed, nothing is dropped.
; CHECK-LABEL: @wg.other(
; CHECK:         br i1 %some
define void @wg.other(ptr addrspace(1) %out, i32 %h) #0 {
entry:
  %some = icmp sgt i32 %h, 1
  br i1 %some, label %before, label %done
before:
  %less = add nsw i32 %h, -1
  %last = zext i32 %less to i64
  br label %loop
loop:
  %k = phi i64 [ 1, %before ], [ %next, %loop ]
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %k
  store i32 1, ptr addrspace(1) %place, align 4
  %next = add nuw nsw i64 %k, 1
  %more = icmp ne i64 %next, %last
  br i1 %more, label %loop, label %left
left:
  br label %done
done:
  ret void
}
attributes #0 = { "wherry-kernel"="s" }
