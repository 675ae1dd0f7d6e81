; RUN: wherry-opt -passes='function(unroll-arrays)' %s | FileCheck %s
; An index that a constant table gives for a counter is constant too, as in data[reversed[i]]; one from a table that
; may change is not.
@reversed = internal addrspace(2) constant [4 x i64] [i64 0, i64 2, i64 1, i64 3]
@variable = internal addrspace(1) global [4 x i64] zeroinitializer

; CHECK-LABEL: @of_constants(
; CHECK:         br i1 %more, label %again, label %done, !llvm.loop ![[LOOP:[0-9]+]]
define void @of_constants(ptr addrspace(1) %out) {
entry:
  %data = alloca [4 x float]
  store [4 x float] zeroinitializer, ptr %data
  br label %again

again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %entry.at = getelementptr i64, ptr addrspace(2) @reversed, i64 %i
  %index = load i64, ptr addrspace(2) %entry.at
  %at = getelementptr float, ptr %data, i64 %index
  %value = load float, ptr %at
  %to = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %value, ptr addrspace(1) %to
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %again, label %done

done:
  ret void
}

; CHECK-LABEL: @of_variables(
; CHECK:         br i1 %more, label %again, label %done{{$}}
define void @of_variables(ptr addrspace(1) %out) {
entry:
  %data = alloca [4 x float]
  store [4 x float] zeroinitializer, ptr %data
  br label %again

again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %entry.at = getelementptr i64, ptr addrspace(1) @variable, i64 %i
  %index = load i64, ptr addrspace(1) %entry.at
  %at = getelementptr float, ptr %data, i64 %index
  %value = load float, ptr %at
  %to = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %value, ptr addrspace(1) %to
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %again, label %done

done:
  ret void
}

; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[FULL:[0-9]+]]}
; CHECK: ![[FULL]] = !{!"llvm.loop.unroll.full", i32 1}
