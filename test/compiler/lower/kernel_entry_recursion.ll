; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; A function that calls itself, by itself or by another one, is not inlined without end, whatever its attributes ask for.

; CHECK-LABEL: define i32 @itself(
; CHECK-SAME:  #[[PLAIN:[0-9]+]]
; CHECK:         call i32 @itself(
define i32 @itself(i32 %n) alwaysinline nounwind {
  %m = call i32 @itself(i32 %n)
  ret i32 %m
}

; CHECK-LABEL: define i32 @even(
; CHECK-SAME:  #[[PLAIN]]
define i32 @even(i32 %n) alwaysinline nounwind {
  %m = call i32 @odd(i32 %n)
  ret i32 %m
}

; CHECK-LABEL: define i32 @odd(
; CHECK-SAME:  #[[PLAIN]]
define i32 @odd(i32 %n) alwaysinline nounwind {
  %m = call i32 @even(i32 %n)
  ret i32 %m
}

; One that does not is inlined.
define i32 @once(i32 %n) alwaysinline nounwind {
  %m = call i32 @itself(i32 %n)
  ret i32 %m
}

; CHECK-LABEL: define void @wg.k(
; CHECK:         call i32 @itself(i32 1)
; CHECK:         call i32 @even(i32 2)
; CHECK:       attributes #[[PLAIN]] = { nounwind }
define spir_kernel void @k() {
  %a = call i32 @once(i32 1)
  %b = call i32 @even(i32 2)
  ret void
}
