; RUN: wherry-opt -passes='function(unroll-arrays)' %s | FileCheck %s
; Loops stay where the array would stay too: another index is left, its address goes elsewhere, an iteration count is not
; known, or it has more elements than registers can hold. A barrier is not multiplied, and what a program forbids is not
; done.
; CHECK-NOT: llvm.loop.unroll.full

define void @other_index(ptr addrspace(1) %out, i64 %n) {
entry:
  %array = alloca [4 x float]
  br label %again

again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %at = getelementptr float, ptr %array, i64 %i
  store float 1.0, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %again, label %done

done:
  %last = getelementptr float, ptr %array, i64 %n
  %value = load float, ptr %last
  store float %value, ptr addrspace(1) %out
  ret void
}

define void @escapes(ptr addrspace(1) %out, i64 %n) {
entry:
  %array = alloca [4 x float]
  call void @use(ptr %array)
  br label %again

again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %at = getelementptr float, ptr %array, i64 %i
  store float 1.0, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %again, label %done

done:
  %last = getelementptr float, ptr %array, i64 1
  %value = load float, ptr %last
  store float %value, ptr addrspace(1) %out
  ret void
}

define void @unknown_count(ptr addrspace(1) %out, i64 %n) {
entry:
  %array = alloca [4 x float]
  br label %again

again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %at = getelementptr float, ptr %array, i64 %i
  store float 1.0, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %again, label %done

done:
  %last = getelementptr float, ptr %array, i64 1
  %value = load float, ptr %last
  store float %value, ptr addrspace(1) %out
  ret void
}

define void @large(ptr addrspace(1) %out, i64 %n) {
entry:
  %array = alloca [65 x float]
  br label %again

again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %at = getelementptr float, ptr %array, i64 %i
  store float 1.0, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 65
  br i1 %more, label %again, label %done

done:
  %last = getelementptr float, ptr %array, i64 1
  %value = load float, ptr %last
  store float %value, ptr addrspace(1) %out
  ret void
}

define void @has_barrier(ptr addrspace(1) %out, i64 %n) {
entry:
  %array = alloca [4 x float]
  br label %again

again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  call void @__wherry_barrier(i32 1)
  %at = getelementptr float, ptr %array, i64 %i
  store float 1.0, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %again, label %done

done:
  %last = getelementptr float, ptr %array, i64 1
  %value = load float, ptr %last
  store float %value, ptr addrspace(1) %out
  ret void
}

define void @by_request(ptr addrspace(1) %out, i64 %n) {
entry:
  %array = alloca [4 x float]
  br label %again

again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %at = getelementptr float, ptr %array, i64 %i
  store float 1.0, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %again, label %done, !llvm.loop !0

done:
  %last = getelementptr float, ptr %array, i64 1
  %value = load float, ptr %last
  store float %value, ptr addrspace(1) %out
  ret void
}

declare void @use(ptr)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
