; RUN: wherry-opt -passes=prefetch-far-accesses %s | FileCheck %s
; An innermost loop has too little to do in an iteration to hide a wait. Loops over work-items know no next iteration:
; what follows may be another group.

; CHECK-LABEL: @wg.innermost(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.innermost(ptr %args, ptr %context) "wherry-kernel"="innermost" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(1), ptr %args
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ]
  %index = mul i64 %y, 4096
  %place = getelementptr i8, ptr addrspace(1) %a, i64 %index
  %values = load <8 x i32>, ptr addrspace(1) %place, align 4
  store <8 x i32> %values, ptr %context
  br label %down.end

down.end:
  %y.next = add i64 %y, 1
  %again = icmp ult i64 %y.next, 100
  br i1 %again, label %down, label %end

end:
  ret void
}

; CHECK-LABEL: @wg.items(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.items(ptr %args, ptr %context) "wherry-kernel"="items" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(1), ptr %args
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ], !wherry.item_loop !0
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

; CHECK-LABEL: @wg.rows(
; CHECK-NOT:   @llvm.prefetch
; CHECK:       ret void
define void @wg.rows(ptr %args, ptr %context) "wherry-kernel"="rows" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(1), ptr %args
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ], !wherry.outer_item_loop !0
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

!0 = !{}
