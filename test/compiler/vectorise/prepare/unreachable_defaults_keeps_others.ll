; RUN: wherry-opt -passes=unreachable-defaults %s | FileCheck %s
; A default that does something stays, also where it ends in an unreachable point: it may trap or never return. A case
; that cannot happen stays too, as does a branch.

declare void @effect()

; CHECK-LABEL: @kept(
; CHECK:       switch i32 %which, label %default [
; CHECK-NEXT:    i32 0, label %zero
; CHECK-NEXT:    i32 1, label %never
; CHECK-NEXT:  ]
; CHECK:       default:
; CHECK-NEXT:  call void @effect()
; CHECK-NEXT:  unreachable
; CHECK:       br i1 %odd, label %end, label %never
; CHECK:       never:
; CHECK-NEXT:  unreachable
define void @kept(i32 %which, i1 %odd) {
entry:
  switch i32 %which, label %default [
    i32 0, label %zero
    i32 1, label %never
  ]

default:
  call void @effect()
  unreachable

zero:
  br i1 %odd, label %end, label %never

never:
  unreachable

end:
  ret void
}
