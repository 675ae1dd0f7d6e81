; RUN: wherry-opt -passes='function(unroll-arrays)' %s | FileCheck %s
; RUN: wherry-opt -passes='function(unroll-arrays,loop(indvars,loop-unroll-full),sroa)' %s | FileCheck %s --check-prefix=VALUES
; The inner loop runs three times or, in one iteration of the outer loop, twice: once that one is unrolled, both counts are
; known, and the array becomes values. A bound out of memory stays unknown.

; CHECK-LABEL: @by_outer_counter(
; CHECK:         br i1 %more, label %inner, label %behind, !llvm.loop ![[INNER:[0-9]+]]
; CHECK:         br i1 %again, label %outer, label %done, !llvm.loop ![[OUTER:[0-9]+]]
; VALUES-LABEL: @by_outer_counter(
; VALUES-NOT:    alloca
; VALUES-LABEL: @by_memory(
; VALUES:        alloca
define void @by_outer_counter(ptr addrspace(1) %out) {
entry:
  %data = alloca [3 x float]
  store [3 x float] [float 1.0, float 2.0, float 3.0], ptr %data
  br label %outer

outer:
  %d = phi i64 [ 0, %entry ], [ %d.next, %behind ]
  %middle = icmp eq i64 %d, 1
  %most = select i1 %middle, i64 2, i64 3
  br label %inner

inner:
  %k = phi i64 [ 0, %outer ], [ %next, %inner ]
  %at = getelementptr float, ptr %data, i64 %k
  %value = load float, ptr %at
  store volatile float %value, ptr addrspace(1) %out
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %most
  br i1 %more, label %inner, label %behind

behind:
  %d.next = add i64 %d, 1
  %again = icmp ult i64 %d.next, 3
  br i1 %again, label %outer, label %done

done:
  ret void
}

; CHECK-LABEL: @by_memory(
; CHECK:         br i1 %more, label %inner, label %done{{$}}
define void @by_memory(ptr addrspace(1) %out, ptr addrspace(1) %counts) {
entry:
  %data = alloca [3 x float]
  store [3 x float] zeroinitializer, ptr %data
  %most = load i64, ptr addrspace(1) %counts, !range !0
  br label %inner

inner:
  %k = phi i64 [ 0, %entry ], [ %next, %inner ]
  %at = getelementptr float, ptr %data, i64 %k
  %value = load float, ptr %at
  store volatile float %value, ptr addrspace(1) %out
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %most
  br i1 %more, label %inner, label %done

done:
  ret void
}

; A loop that is left before its end, too, when a work-item has found what it looks for, and before the outer counter.
; VALUES-LABEL: @searches(
; VALUES-NOT:    alloca
; VALUES-LABEL: @ends_by_data(
; VALUES:        alloca
define void @searches(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %used = alloca [4 x i32]
  br label %outer

outer:
  %k = phi i64 [ 0, %entry ], [ %k.next, %behind ]
  br label %inner

inner:
  %q = phi i64 [ 0, %outer ], [ %next, %latch ]
  %in.order = icmp ult i64 %q, %k
  br i1 %in.order, label %asks, label %behind

asks:
  %at = getelementptr i32, ptr %used, i64 %q
  %value = load i32, ptr %at
  %found = icmp eq i32 %value, 7
  br i1 %found, label %behind, label %latch

latch:
  %next = add nuw nsw i64 %q, 1
  br label %inner

behind:
  %any = phi i32 [ 0, %inner ], [ 1, %asks ]
  store volatile i32 %any, ptr addrspace(1) %out
  %new = load volatile i32, ptr addrspace(1) %in
  %to = getelementptr i32, ptr %used, i64 %k
  store i32 %new, ptr %to
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, 4
  br i1 %again, label %outer, label %done

done:
  ret void
}

; Of two exits, none is taken after a known number of iterations: what the first one's condition hangs on becomes no
; constant for having been looked at.
; CHECK-LABEL: @ends_by_data(
; CHECK:         br label %inner{{$}}
define void @ends_by_data(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %used = alloca [4 x i32]
  %n = load i64, ptr addrspace(1) %in, !range !0
  br label %inner

inner:
  %q = phi i64 [ 0, %entry ], [ %next, %latch ]
  %at = getelementptr i32, ptr %used, i64 %q
  %value = load volatile i32, ptr %at
  %in.order = icmp ult i64 %q, %n
  br i1 %in.order, label %asks, label %done

asks:
  %other = icmp eq i64 %q, %n
  br i1 %other, label %done, label %latch

latch:
  %next = add nuw nsw i64 %q, 1
  br label %inner

done:
  ret void
}

!0 = !{i64 1, i64 4}
; CHECK-DAG: ![[INNER]] = distinct !{![[INNER]], ![[FULL:[0-9]+]]}
; CHECK-DAG: ![[FULL]] = !{!"llvm.loop.unroll.full", i32 1}
; CHECK-DAG: ![[OUTER]] = distinct !{![[OUTER]], ![[FULL]]}
