; RUN: wherry-opt -passes=prefetch-far-accesses %s | FileCheck %s
; Local memory is in the caches. A scalar is no vector of work-items. An address that the loop loads is not known
; ahead. A function that is no kernel stays as it is.

; CHECK-LABEL: @wg.local(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.local(ptr %args, ptr %context) "wherry-kernel"="local" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(3), ptr %args
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ]
  %index = mul i64 %y, 4096
  %place = getelementptr i8, ptr addrspace(3) %a, i64 %index
  %values = load <8 x i32>, ptr addrspace(3) %place, align 4
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

; CHECK-LABEL: @wg.scalar(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.scalar(ptr %args, ptr %context) "wherry-kernel"="scalar" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(1), ptr %args
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ]
  %index = mul i64 %y, 4096
  %place = getelementptr i8, ptr addrspace(1) %a, i64 %index
  %one = load i32, ptr addrspace(1) %place, align 4
  %values = insertelement <8 x i32> zeroinitializer, i32 %one, i64 0
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

; CHECK-LABEL: @wg.indirect(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.indirect(ptr %args, ptr %context) "wherry-kernel"="indirect" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(1), ptr %args
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ]
  %index = mul i64 %y, 4096
  %at = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 %index
  %place = load ptr addrspace(1), ptr addrspace(1) %at
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

; CHECK-LABEL: @helper(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @helper(ptr %args, ptr %context) {
entry:
  %a = load ptr addrspace(1), ptr %args
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ]
  %index = mul i64 %y, 4096
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
