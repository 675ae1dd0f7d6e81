; RUN: wherry-opt -passes=unroll-windows %s | FileCheck %s
; A loop that the program keeps rolled, and one with a barrier, stay.

; CHECK-LABEL: define i32 @rolled(
; CHECK:         load i32
; CHECK-NOT:     load i32
define i32 @rolled(ptr addrspace(1) %in, i32 %x) {
entry:
  %last = add nsw i32 %x, 3
  br label %head

head:
  %i = phi i32 [ %x, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %goes.on = icmp slt i32 %i, %last
  br i1 %goes.on, label %body, label %done

body:
  %index = sext i32 %i to i64
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %from
  %more = add i32 %sum, %value
  %next = add nsw i32 %i, 1
  br label %head, !llvm.loop !0

done:
  ret i32 %sum
}

; CHECK-LABEL: define i32 @barriers(
; CHECK:         call void @__wherry_barrier
; CHECK-NOT:     call void @__wherry_barrier
; CHECK:         ret i32
define i32 @barriers(ptr addrspace(1) %in, i32 %x) {
entry:
  %last = add nsw i32 %x, 3
  br label %head

head:
  %i = phi i32 [ %x, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %more, %body ]
  %goes.on = icmp slt i32 %i, %last
  br i1 %goes.on, label %body, label %done

body:
  %index = sext i32 %i to i64
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %from
  %more = add i32 %sum, %value
  call void @__wherry_barrier(i32 1)
  %next = add nsw i32 %i, 1
  br label %head

done:
  ret i32 %sum
}
declare void @__wherry_barrier(i32) convergent nounwind
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
