; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; A loop over the grid, whose step is the number of work-items, asked for in each iteration. LLVM carries the counter in
; 64 bits, too; its low half is the counter. The guard goes
; though the step is computed behind it.

; CHECK-LABEL: @wg.grid(
; CHECK-NOT:     br i1
; CHECK:         %items = call i64 @__wherry_global_size(i32 0)
; CHECK:       loop:
; CHECK-NEXT:    %[[COUNTER:.*]] = phi i32 [ %first, %before ], [ %{{.*}}, %[[BODY:.*]] ]
; CHECK-NEXT:    %[[WIDE:.*]] = zext i32 %[[COUNTER]] to i64
; CHECK-NEXT:    %[[TEST:.*]] = icmp ult i32 %[[COUNTER]], %n
; CHECK-NEXT:    br i1 %[[TEST]], label %[[BODY]], label %left
; CHECK:         getelementptr i32, ptr addrspace(1) %out, i64 %[[WIDE]]
; CHECK-NOT:     icmp
; CHECK:         ret void
define void @wg.grid(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %item = call i64 @__wherry_global_id(i32 0)
  %first = trunc i64 %item to i32
  %some = icmp ult i32 %first, %n
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %wide = phi i64 [ %item, %before ], [ %next, %loop ]
  %index = and i64 %wide, 4294967295
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 1, ptr addrspace(1) %place, align 4
  %items = call i64 @__wherry_global_size(i32 0)
  %next = add i64 %wide, %items
  %low = trunc i64 %next to i32
  %more = icmp ult i32 %low, %n
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; The step is another one in each iteration: no counter. The loop tests first, by the guard's condition.
; CHECK-LABEL: @wg.changes(
; CHECK:       loop:
; CHECK-NEXT:    %i = phi i32 [ %first, %before ], [ %next, %{{.*}} ]
; CHECK-NEXT:    icmp ult i32 %i, %n
define void @wg.changes(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %item = call i64 @__wherry_global_id(i32 0)
  %first = trunc i64 %item to i32
  %some = icmp ult i32 %first, %n
  br i1 %some, label %before, label %done

before:
  br label %loop

loop:
  %i = phi i32 [ %first, %before ], [ %next, %loop ]
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %step = load i32, ptr addrspace(1) %place, align 4
  %next = add i32 %i, %step
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

declare i64 @__wherry_global_id(i32)
declare i64 @__wherry_global_size(i32) #1

attributes #0 = { "wherry-kernel"="grid" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
