; RUN: wherry-opt -passes=unreachable-defaults %s | FileCheck %s
; A switch that names all cases has a default that is never reached. In a loop it would be a second way out, so the
; last case becomes the default.

; CHECK-LABEL: @all_cases(
; CHECK:       switch i32 %which, label %three [
; CHECK-NEXT:    i32 0, label %zero
; CHECK-NEXT:    i32 1, label %one
; CHECK-NEXT:  ]
; CHECK-NOT:   unreachable
; CHECK:       %result = phi i32 [ 10, %zero ], [ 11, %one ], [ 13, %three ]
define i32 @all_cases(i32 %which) {
entry:
  switch i32 %which, label %never [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %three
  ]

never:
  unreachable

zero:
  br label %end

one:
  br label %end

three:
  br label %end

end:
  %result = phi i32 [ 10, %zero ], [ 11, %one ], [ 13, %three ]
  ret i32 %result
}

; A case that leads into a phi directly becomes the default with its entry.
; CHECK-LABEL: @phis(
; CHECK:       switch i32 %which, label %end [
; CHECK-NEXT:    i32 0, label %zero
; CHECK-NEXT:    i32 1, label %one
; CHECK-NEXT:  ]
; CHECK:       phi i32 [ 1, %entry ], [ 2, %zero ], [ 3, %one ]
define i32 @phis(i32 %which) {
entry:
  switch i32 %which, label %never [
    i32 0, label %zero
    i32 1, label %one
    i32 2, label %end
  ]

never:
  unreachable

zero:
  br label %end

one:
  br label %end

end:
  %result = phi i32 [ 1, %entry ], [ 2, %zero ], [ 3, %one ]
  ret i32 %result
}
