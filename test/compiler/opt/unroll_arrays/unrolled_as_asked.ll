; RUN: wherry-opt -passes='function(unroll-arrays,loop(loop-unroll-full),sroa<modify-cfg>)' %s | FileCheck %s
; "#pragma unroll 4": a loop of four iterations is unrolled fully. One of eight iterations is unrolled as its author
; asks, and its array stays.

; CHECK-LABEL: @four(
; CHECK-NOT:     alloca
; CHECK:       }
; CHECK-LABEL: @tested_first(
; CHECK-NOT:     alloca
; CHECK:       }
; CHECK-LABEL: @eight(
; CHECK:         alloca [8 x float]
; CHECK:       }
define void @four(ptr addrspace(1) %out, float %by) {
entry:
  %kept = alloca [4 x float]
  br label %fill

fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
  %at = getelementptr float, ptr %kept, i64 %i
  store float %by, ptr %at
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 4
  br i1 %more, label %fill, label %done, !llvm.loop !0

done:
  %last = getelementptr i8, ptr %kept, i64 12
  %value = load float, ptr %last
  store float %value, ptr addrspace(1) %out
  ret void
}

define void @tested_first(ptr addrspace(1) %out, float %by) {
entry:
  %kept = alloca [4 x float]
  br label %fill

fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %more = icmp ult i64 %i, 4
  br i1 %more, label %body, label %done

body:
  %at = getelementptr float, ptr %kept, i64 %i
  store float %by, ptr %at
  %i.next = add i64 %i, 1
  br label %fill, !llvm.loop !3

done:
  %last = getelementptr i8, ptr %kept, i64 12
  %value = load float, ptr %last
  store float %value, ptr addrspace(1) %out
  ret void
}

define void @eight(ptr addrspace(1) %out, float %by) {
entry:
  %kept = alloca [8 x float]
  br label %fill

fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
  %at = getelementptr float, ptr %kept, i64 %i
  store float %by, ptr %at
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 8
  br i1 %more, label %fill, label %done, !llvm.loop !2

done:
  %last = getelementptr i8, ptr %kept, i64 12
  %value = load float, ptr %last
  store float %value, ptr addrspace(1) %out
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 4}
!3 = distinct !{!3, !1}
!2 = distinct !{!2, !1}
