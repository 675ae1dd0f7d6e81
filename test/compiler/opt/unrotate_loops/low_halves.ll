; RUN: wherry-opt -passes=unrotate-loops,adce,verify %s | FileCheck %s
; "for (int t = get_global_id(0); t < 4096; t += get_global_size(0))", as Clang's SPIR-V has it: the sum is carried in 64
; bits, and each iteration extends its low half. The loop carries the low half, which goes on by one step.

; CHECK-LABEL: @wg.grid(
; CHECK-NOT:     br i1 %some
; CHECK:       loop:
; CHECK-NEXT:    %[[T:.*]] = phi i32 [ %{{.*}}, %before ], [ %[[NEXT:.*]], %[[BODY:.*]] ]
; CHECK-NEXT:    %[[TEST:.*]] = icmp slt i32 %[[T]], 4096
; CHECK-NEXT:    br i1 %[[TEST]], label %[[BODY]], label %left
; CHECK:       [[BODY]]:
; CHECK:         %[[INDEX:.*]] = sext i32 %[[T]] to i64
; CHECK:         getelementptr float, ptr addrspace(1) %out, i64 %[[INDEX]]
; CHECK:         %[[NEXT]] = add i32
; CHECK-NEXT:    br label %loop
define void @wg.grid(ptr addrspace(1) %out) #0 {
entry:
  %id = call i64 @__wherry_global_id(i32 0)
  %id.low = trunc i64 %id to i32
  %some = icmp slt i32 %id.low, 4096
  br i1 %some, label %before, label %done

before:
  %size = call i64 @__wherry_global_size(i32 0)
  br label %loop

loop:
  %t = phi i64 [ %id, %before ], [ %next, %loop ]
  %low = trunc i64 %t to i32
  %index = sext i32 %low to i64
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 1.0, ptr addrspace(1) %to, align 4
  %up = shl i64 %t, 32
  %extended = ashr exact i64 %up, 32
  %next = add i64 %size, %extended
  %next.low = trunc i64 %next to i32
  %more = icmp slt i32 %next.low, 4096
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

; All 64 bits are used: the number of 64 bits stays.
; CHECK-LABEL: @wg.whole(
; CHECK:         phi i64 [ %id, %before ], [ %next, %{{.*}} ]
; CHECK-NOT:     phi
define void @wg.whole(ptr addrspace(1) %out) #0 {
entry:
  %id = call i64 @__wherry_global_id(i32 0)
  %id.low = trunc i64 %id to i32
  %some = icmp slt i32 %id.low, 4096
  br i1 %some, label %before, label %done

before:
  %size = call i64 @__wherry_global_size(i32 0)
  br label %loop

loop:
  %t = phi i64 [ %id, %before ], [ %next, %loop ]
  %to = getelementptr float, ptr addrspace(1) %out, i64 %t
  store float 1.0, ptr addrspace(1) %to, align 4
  %up = shl i64 %t, 32
  %extended = ashr exact i64 %up, 32
  %next = add i64 %size, %extended
  %next.low = trunc i64 %next to i32
  %more = icmp slt i32 %next.low, 4096
  br i1 %more, label %loop, label %left

left:
  br label %done

done:
  ret void
}

declare i64 @__wherry_global_id(i32) #1
declare i64 @__wherry_global_size(i32) #1

attributes #0 = { "wherry-kernel"="grid" }
attributes #1 = { nounwind speculatable willreturn memory(none) }
