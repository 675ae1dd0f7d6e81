; RUN: wherry-opt -passes=roll-blocks,verify %s | FileCheck %s
; Eight elements beside each other in each work-item, one after the other, as LLVM unrolls a loop over them.

; CHECK-LABEL: @wg.sums(
; CHECK:       rolled:
; CHECK-NEXT:    %[[COUNTER:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %rolled.body ]
; CHECK-NEXT:    %[[MORE:.*]] = icmp ult i64 %[[COUNTER]], 8
; CHECK-NEXT:    br i1 %[[MORE]], label %rolled.body, label %entry.split
; CHECK:       rolled.body:
; CHECK-NEXT:    %[[INDEX:.*]] = add i64 %first, %[[COUNTER]]
; CHECK-NEXT:    %[[X:.*]] = getelementptr float, ptr addrspace(1) %x, i64 %[[INDEX]]
; CHECK-NEXT:    %[[A:.*]] = load float, ptr addrspace(1) %[[X]], align 4
; CHECK-NEXT:    %[[SAME:.*]] = add i64 %first, %[[COUNTER]]
; CHECK-NEXT:    %[[Y:.*]] = getelementptr float, ptr addrspace(1) %y, i64 %[[SAME]]
; CHECK-NEXT:    %[[B:.*]] = load float, ptr addrspace(1) %[[Y]], align 4
; CHECK-NEXT:    %[[SUM:.*]] = fadd float %[[A]], %[[B]]
; CHECK-NEXT:    store float %[[SUM]], ptr addrspace(1) %[[Y]], align 4
; CHECK-NEXT:    %[[NEXT]] = add nuw i64 %[[COUNTER]], 1
; CHECK-NEXT:    br label %rolled
; CHECK:       entry.split:
; CHECK-NEXT:    ret void
define void @wg.sums(ptr addrspace(1) %x, ptr addrspace(1) %y, ptr addrspace(1) %z) #0 {
entry:
  %id = call i64 @__wherry_global_id(i32 0)
  %low = trunc i64 %id to i32
  %product = shl i32 %low, 3
  %first = sext i32 %product to i64
  %x0 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %first
  %a0 = load float, ptr addrspace(1) %x0, align 4
  %y0 = getelementptr inbounds float, ptr addrspace(1) %y, i64 %first
  %b0 = load float, ptr addrspace(1) %y0, align 4
  %s0 = fadd float %a0, %b0
  store float %s0, ptr addrspace(1) %y0, align 4
  %i1 = or disjoint i64 %first, 1
  %x1 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %i1
  %a1 = load float, ptr addrspace(1) %x1, align 4
  %y1 = getelementptr inbounds float, ptr addrspace(1) %y, i64 %i1
  %b1 = load float, ptr addrspace(1) %y1, align 4
  %s1 = fadd float %a1, %b1
  store float %s1, ptr addrspace(1) %y1, align 4
  %i2 = or disjoint i64 %first, 2
  %x2 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %i2
  %a2 = load float, ptr addrspace(1) %x2, align 4
  %y2 = getelementptr inbounds float, ptr addrspace(1) %y, i64 %i2
  %b2 = load float, ptr addrspace(1) %y2, align 4
  %s2 = fadd float %a2, %b2
  store float %s2, ptr addrspace(1) %y2, align 4
  %i3 = or disjoint i64 %first, 3
  %x3 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %i3
  %a3 = load float, ptr addrspace(1) %x3, align 4
  %y3 = getelementptr inbounds float, ptr addrspace(1) %y, i64 %i3
  %b3 = load float, ptr addrspace(1) %y3, align 4
  %s3 = fadd float %a3, %b3
  store float %s3, ptr addrspace(1) %y3, align 4
  %i4 = or disjoint i64 %first, 4
  %x4 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %i4
  %a4 = load float, ptr addrspace(1) %x4, align 4
  %y4 = getelementptr inbounds float, ptr addrspace(1) %y, i64 %i4
  %b4 = load float, ptr addrspace(1) %y4, align 4
  %s4 = fadd float %a4, %b4
  store float %s4, ptr addrspace(1) %y4, align 4
  %i5 = or disjoint i64 %first, 5
  %x5 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %i5
  %a5 = load float, ptr addrspace(1) %x5, align 4
  %y5 = getelementptr inbounds float, ptr addrspace(1) %y, i64 %i5
  %b5 = load float, ptr addrspace(1) %y5, align 4
  %s5 = fadd float %a5, %b5
  store float %s5, ptr addrspace(1) %y5, align 4
  %i6 = or disjoint i64 %first, 6
  %x6 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %i6
  %a6 = load float, ptr addrspace(1) %x6, align 4
  %y6 = getelementptr inbounds float, ptr addrspace(1) %y, i64 %i6
  %b6 = load float, ptr addrspace(1) %y6, align 4
  %s6 = fadd float %a6, %b6
  store float %s6, ptr addrspace(1) %y6, align 4
  %i7 = or disjoint i64 %first, 7
  %x7 = getelementptr inbounds float, ptr addrspace(1) %x, i64 %i7
  %a7 = load float, ptr addrspace(1) %x7, align 4
  %y7 = getelementptr inbounds float, ptr addrspace(1) %y, i64 %i7
  %b7 = load float, ptr addrspace(1) %y7, align 4
  %s7 = fadd float %a7, %b7
  store float %s7, ptr addrspace(1) %y7, align 4
  ret void
}

declare i64 @__wherry_global_id(i32)

attributes #0 = { "wherry-kernel"="block" }
