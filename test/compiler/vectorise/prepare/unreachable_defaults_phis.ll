; RUN: wherry-opt -passes=unreachable-defaults %s | FileCheck %s
; An unreachable block that has other predecessors loses the switch's edge, and the edge's value in each phi.

; CHECK-LABEL: @phi(
; CHECK:       never:
; CHECK-NOT:   %entry
; CHECK:       unreachable
define i32 @phi(i32 %which, i1 %odd) {
entry:
  switch i32 %which, label %never [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
  ]

zero:
  br i1 %odd, label %never, label %one

never:
  %value = phi i32 [ 1, %entry ], [ 2, %zero ]
  unreachable

one:
  ret i32 2

two:
  ret i32 3
}
