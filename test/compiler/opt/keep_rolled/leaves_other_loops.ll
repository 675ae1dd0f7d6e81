; RUN: wherry-opt -passes=keep-sub-group-loops-rolled %s | FileCheck %s
; All work-items run a known number of iterations alike: such a loop may be unrolled, with its sub-group operations. So
; may loops without any; ids of a sub-group are no operations.

declare void @__wherry_sub_group_barrier()
declare i32 @__wherry_sub_group_lane()

; CHECK-LABEL: @known_count(
; CHECK-NOT:   llvm.loop
; CHECK:       ret void
; CHECK-NOT:   llvm.loop
define void @known_count() {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @__wherry_sub_group_barrier()
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, 16
  br i1 %again, label %loop, label %end

end:
  ret void
}

; CHECK-LABEL: @no_operation(
; CHECK-NOT:   llvm.loop
; CHECK:       ret void
; CHECK-NOT:   llvm.loop
define void @no_operation(i32 %x) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %lane = call i32 @__wherry_sub_group_lane()
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %x
  br i1 %again, label %loop, label %end

end:
  call void @__wherry_sub_group_barrier()
  ret void
}
