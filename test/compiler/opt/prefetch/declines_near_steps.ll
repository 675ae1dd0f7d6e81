; RUN: wherry-opt -passes=prefetch-far-accesses %s | FileCheck %s
; The hardware follows steps below 2 KiB, up or down, by itself. An address that does not move is in the cache.

; CHECK-LABEL: @wg.near(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.near(ptr %args, ptr %context) "wherry-kernel"="near" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(1), ptr %args
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ]
  %index = mul i64 %y, 2047
  %place = getelementptr i8, ptr addrspace(1) %a, i64 %index
  %values = load <8 x i32>, ptr addrspace(1) %place, align 4
  br label %lanes

lanes:
  %lane = phi i64 [ 0, %down ], [ %lane.next, %lanes ]
  %value = extractelement <8 x i32> %values, i64 %lane
  %old = atomicrmw add ptr %context, i32 %value monotonic
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

; CHECK-LABEL: @wg.down(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.down(ptr %args, ptr %context) "wherry-kernel"="down" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(1), ptr %args
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ]
  %index = mul i64 %y, -2047
  %place = getelementptr i8, ptr addrspace(1) %a, i64 %index
  %values = load <8 x i32>, ptr addrspace(1) %place, align 4
  br label %lanes

lanes:
  %lane = phi i64 [ 0, %down ], [ %lane.next, %lanes ]
  %value = extractelement <8 x i32> %values, i64 %lane
  %old = atomicrmw add ptr %context, i32 %value monotonic
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

; CHECK-LABEL: @wg.same(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.same(ptr %args, ptr %context) "wherry-kernel"="same" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(1), ptr %args
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ]
  %index = mul i64 %y, 0
  %place = getelementptr i8, ptr addrspace(1) %a, i64 %index
  %values = load <8 x i32>, ptr addrspace(1) %place, align 4
  br label %lanes

lanes:
  %lane = phi i64 [ 0, %down ], [ %lane.next, %lanes ]
  %value = extractelement <8 x i32> %values, i64 %lane
  %old = atomicrmw add ptr %context, i32 %value monotonic
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
