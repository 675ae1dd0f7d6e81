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

!0 = !{i64 1, i64 4}
; CHECK-DAG: ![[INNER]] = distinct !{![[INNER]], ![[FULL:[0-9]+]]}
; CHECK-DAG: ![[FULL]] = !{!"llvm.loop.unroll.full", i32 1}
; CHECK-DAG: ![[OUTER]] = distinct !{![[OUTER]], ![[FULL]]}
