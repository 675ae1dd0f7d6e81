; RUN: wherry-opt -passes=prefetch-far-accesses %s | FileCheck %s
; Where the loop carries the address itself, the prefetch adds two steps to that pointer: it makes no phi and no product
; of its own. The load keeps its metadata.

; CHECK-LABEL: @wg.walk(
; CHECK:       down:
; CHECK-NEXT:  %place = phi ptr addrspace(1)
; CHECK-NEXT:  %y = phi i64
; CHECK-NEXT:  br label %body
; CHECK:       body:
; CHECK-NEXT:  %[[AHEAD:.*]] = getelementptr i8, ptr addrspace(1) %place, i64 8192
; CHECK-NEXT:  call void @llvm.prefetch.p1(ptr addrspace(1) %[[AHEAD]], i32 0, i32 3, i32 1)
; CHECK-NEXT:  %values = load volatile <8 x i32>, ptr addrspace(1) %place, align 4, !noalias
define void @wg.walk(ptr %args, ptr %context) "wherry-kernel"="walk" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(1), ptr %args
  br label %down

down:
  %place = phi ptr addrspace(1) [ %a, %entry ], [ %place.next, %down.end ]
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ]
  br label %body

body:
  %values = load volatile <8 x i32>, ptr addrspace(1) %place, align 4, !noalias !0
  br label %lanes

lanes:
  %lane = phi i64 [ 0, %body ], [ %lane.next, %lanes ]
  %value = extractelement <8 x i32> %values, i64 %lane
  %old = atomicrmw add ptr %context, i32 %value monotonic
  %lane.next = add i64 %lane, 1
  %more = icmp ult i64 %lane.next, 8
  br i1 %more, label %lanes, label %down.end

down.end:
  %place.next = getelementptr i8, ptr addrspace(1) %place, i64 4096
  %y.next = add i64 %y, 1
  %again = icmp ult i64 %y.next, 100
  br i1 %again, label %down, label %end

end:
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
