; RUN: wherry-opt -passes=unrotate-loops,verify %s | FileCheck %s
; A window whose loop LLVM has rotated and given a pointer of its own, as Clang's SPIR-V does: the counter is tested
; before each iteration, the guard is left out, and the pointer is computed from the counter, by elements.

; CHECK-LABEL: @wg.window(
; CHECK-NOT:   br i1 %none
; CHECK:       before:
; CHECK:         %[[BASE:.*]] = getelementptr i8, ptr addrspace(1) %in
; CHECK:       loop:
; CHECK:         %[[SUM:.*]] = phi float [ 0.000000e+00, %before ], [ %sum.next, %[[BODY:.*]] ]
; CHECK:         %[[P:.*]] = getelementptr i32, ptr addrspace(1) %{{.*}}, i64 %counter
; CHECK:         %[[TEST:.*]] = icmp sle i64 %counter, %last.long
; CHECK:         br i1 %[[TEST]], label %[[BODY]], label %left
; CHECK:       [[BODY]]:
; CHECK:         load float, ptr addrspace(1) %[[P]]
; CHECK:         br label %loop
; CHECK:       left:
; CHECK:         %[[OUT:.*]] = phi float [ %[[SUM]], %loop ]
; CHECK:       done:
; CHECK:         store float %[[OUT]], ptr addrspace(1) %out
define void @wg.window(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %first, i32 %last) #0 {
entry:
  %none = icmp sgt i32 %first, %last
  br i1 %none, label %done, label %before

before:
  %first.long = sext i32 %first to i64
  %last.long = sext i32 %last to i64
  %bytes = shl nsw i64 %first.long, 2
  %begin = getelementptr i8, ptr addrspace(1) %in, i64 %bytes
  %less = add nsw i64 %first.long, -1
  br label %loop

loop:
  %i = phi i64 [ %less, %before ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %begin, %before ], [ %p.next, %loop ]
  %sum = phi float [ 0.0, %before ], [ %sum.next, %loop ]
  %value = load float, ptr addrspace(1) %p, align 4
  %sum.next = fadd float %sum, %value
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 4
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %last.long
  br i1 %more, label %loop, label %left

left:
  %from.loop = phi float [ %sum.next, %loop ]
  br label %done

done:
  %all = phi float [ 0.0, %entry ], [ %from.loop, %left ]
  store float %all, ptr addrspace(1) %out, align 4
  ret void
}

attributes #0 = { "wherry-kernel"="window" "wherry-vectorise" }
