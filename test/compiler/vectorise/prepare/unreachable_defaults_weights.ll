; RUN: wherry-opt -passes=unreachable-defaults %s | FileCheck %s
; Where the last case becomes the default, its branch weight goes with it: a switch has one weight for each successor,
; the default's first.

; CHECK-LABEL: @weights(
; CHECK:       switch i32 %which, label %two [
; CHECK-NEXT:    i32 0, label %zero
; CHECK-NEXT:    i32 1, label %one
; CHECK-NEXT:  ], !prof ![[WEIGHTS:[0-9]+]]
; CHECK:       ![[WEIGHTS]] = !{!"branch_weights", i32 40, i32 10, i32 20}
define i32 @weights(i32 %which) {
entry:
  switch i32 %which, label %never [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %two
  ], !prof !0

never:
  unreachable

zero:
  ret i32 1

one:
  ret i32 2

two:
  ret i32 3
}

!0 = !{!"branch_weights", i32 0, i32 10, i32 20, i32 40}
