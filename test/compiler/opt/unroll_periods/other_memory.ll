; RUN: wherry-opt -passes=unroll-periods %s | FileCheck %s
; A loop stays rolled whose masked counter indexes neither a private array nor a constant table.

; CHECK-LABEL: @other_memory(
; CHECK-COUNT-1: load i32
; CHECK-NOT:   load i32
; CHECK:       ret i32
define i32 @other_memory(i32 %x, ptr addrspace(1) %words) #0 {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ %x, %entry ], [ %new, %loop ]
  %place = and i32 %i, 3
  %wide = zext nneg i32 %place to i64
  %at = getelementptr i32, ptr addrspace(1) %words, i64 %wide
  %amount = load i32, ptr addrspace(1) %at, align 4
  %new = shl i32 %sum, %amount
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 64
  br i1 %again, label %loop, label %exit

exit:
  %result = phi i32 [ %new, %loop ]
  ret i32 %result
}

attributes #0 = { nounwind }
