; RUN: wherry-opt -passes='function(merge-private-arrays),verify' %s | FileCheck %s
; Not where one of the pointers is of other memory, the elements differ, or the array is one alone.

; CHECK-LABEL: @other_memory(
; CHECK:       alloca [8 x i32]
; CHECK:       alloca [8 x i32]
; CHECK:       select i1 %c, ptr %a, ptr %p
define i32 @other_memory(i1 %c, i1 %d, ptr %p) {
  %a = alloca [8 x i32]
  %b = alloca [8 x i32]
  %one = select i1 %c, ptr %a, ptr %p
  %two = select i1 %d, ptr %b, ptr %one
  %value = load i32, ptr %two
  ret i32 %value
}

; CHECK-LABEL: @other_elements(
; CHECK:       select i1 %c, ptr %a, ptr %b
define i32 @other_elements(i1 %c) {
  %a = alloca [8 x i32]
  %b = alloca [8 x i64]
  %one = select i1 %c, ptr %a, ptr %b
  %value = load i32, ptr %one
  ret i32 %value
}

; CHECK-LABEL: @alone(
; CHECK:       select i1 %c, ptr %a, ptr %a
define i32 @alone(i1 %c) {
  %a = alloca [8 x i32]
  %one = select i1 %c, ptr %a, ptr %a
  %value = load i32, ptr %one
  ret i32 %value
}

; Phis that nobody reaches choose from one another alone.
; CHECK-LABEL: @unreachable(
; CHECK:       phi ptr
define void @unreachable() {
entry:
  ret void

dead:
  %p = phi ptr [ %p, %dead ]
  br label %dead
}
