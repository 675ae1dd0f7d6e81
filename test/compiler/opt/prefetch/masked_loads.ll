; RUN: wherry-opt -passes=prefetch-far-accesses %s | FileCheck %s
; A masked load of far lines is prefetched as a plain one is. A step of 2 KiB is the first that the hardware does not
; follow.

; CHECK-LABEL: @wg.masked(
; CHECK:       %[[THEN:.*]] = add i64 %{{.*}}, 4096
; CHECK:       %[[AHEAD:.*]] = getelementptr i8, ptr addrspace(1) %a, i64 %[[THEN]]
; CHECK:       call void @llvm.prefetch.p1(ptr addrspace(1) %[[AHEAD]], i32 0, i32 3, i32 1)
; CHECK-NEXT:  call <8 x i32> @llvm.masked.load
define void @wg.masked(ptr %args, ptr %context) "wherry-kernel"="masked" "wherry-regions"="1" {
entry:
  %a = load ptr addrspace(1), ptr %args
  br label %down

down:
  %y = phi i64 [ 0, %entry ], [ %y.next, %down.end ]
  %index = mul i64 %y, 2048
  %place = getelementptr i8, ptr addrspace(1) %a, i64 %index
  %values = call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) align 4 %place, <8 x i1> splat (i1 true), <8 x i32> zeroinitializer)
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

declare <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1), <8 x i1>, <8 x i32>)
