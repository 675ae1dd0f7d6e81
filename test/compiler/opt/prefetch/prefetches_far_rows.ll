; RUN: wherry-opt -passes=prefetch-far-accesses %s | FileCheck %s
; A loop walks down a column: its vectors stand a line of a matrix apart, too far for the hardware to follow. It has a
; loop inside to hide a wait, so that it prefetches the vector of the iteration after the next (two steps on).

; CHECK-LABEL: @wg.column(
; CHECK:       %[[TWO_STEPS:.*]] = shl i64 %width, 1
; CHECK:       down:
; CHECK:       %[[NOW:.*]] = mul i64 %width, %y
; CHECK:       %[[THEN:.*]] = add i64 %[[TWO_STEPS]], %[[NOW]]
; CHECK:       %[[AHEAD:.*]] = getelementptr i8, ptr addrspace(1) %a, i64 %[[THEN]]
; CHECK:       call void @llvm.prefetch.p1(ptr addrspace(1) %[[AHEAD]], i32 0, i32 3, i32 1)
; CHECK-NEXT:  %values = load <8 x i32>
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.column(ptr %args, ptr %context) "wherry-kernel"="column" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(1), ptr %args, !invariant.load !0
  %width.at = getelementptr i8, ptr %args, i64 8
  %width = load i64, ptr %width.at, !invariant.load !0
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ]
  %index = mul i64 %y, %width
  %place = getelementptr i8, ptr addrspace(1) %a, i64 %index
  %values = load <8 x i32>, ptr addrspace(1) %place, align 4
  br label %lanes

lanes:
  %lane = phi i64 [ 0, %down ], [ %lane.next, %lanes ]
  %value = extractelement <8 x i32> %values, i64 %lane
  %old = atomicrmw add ptr addrspace(1) %a, i32 %value monotonic
  %lane.next = add i64 %lane, 1
  %more = icmp ult i64 %lane.next, 8
  br i1 %more, label %lanes, label %down.end

down.end:
  %y.next = add i64 %y, 1
  %again = icmp ult i64 %y.next, 100
  br i1 %again, label %down, label %end

end:
  ret void
}

!0 = !{}
