; RUN: wherry-opt -passes=mark-arith %s 2>/dev/null | FileCheck %s
; RUN: sed 's/check_arith", i32 1/check_arith", i32 0/' %s | wherry-opt -passes=mark-arith 2>/dev/null | FileCheck %s --check-prefix=OFF
; The operation itself stays, with its flags and metadata, behind the mark; operations that have a result for all operands
; get no mark. Without the check's option nothing is marked.

; CHECK-LABEL: define i32 @f(
; CHECK-NEXT:    %sum = add nsw i32 %x, %y
; CHECK:         call void @__wherry_wrong(
; CHECK:         %shifted = shl nuw i32 %sum, %y
; CHECK:         call void @__wherry_wrong(
; CHECK:         %quotient = udiv exact i32 %shifted, %y, !own !
; CHECK-NEXT:    ret i32 %quotient
; OFF-NOT:     @__wherry_wrong
define i32 @f(i32 %x, i32 %y) {
  %sum = add nsw i32 %x, %y
  %shifted = shl nuw i32 %sum, %y
  %quotient = udiv exact i32 %shifted, %y, !own !0
  ret i32 %quotient
}

!llvm.module.flags = !{!90}
!90 = !{i32 7, !"wherry.check_arith", i32 1}
!0 = !{}
