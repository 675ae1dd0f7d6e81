; RUN: wherry-opt -passes=report-marks %s 2>/dev/null | FileCheck %s
; A kernel without marks stays as it is, and is not checked.

; CHECK-LABEL: define void @wg.k(
; CHECK-SAME:    ptr %args, ptr %context) #[[K:[0-9]+]] {
; CHECK-NEXT:    %a = load i64, ptr %args
; CHECK-NEXT:    %divides = icmp ugt i64 %a, 7
; CHECK-NEXT:    br i1 %divides, label %some, label %end
; CHECK:       some:
; CHECK-NEXT:    %quotient = udiv i64 7, %a
; CHECK-NEXT:    store i64 %quotient, ptr %args
; CHECK-NEXT:    br label %end
; CHECK:       end:
; CHECK-NEXT:    ret void
; CHECK:       attributes #[[K]] = { "wherry-kernel"="k" }
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %a = load i64, ptr %args
  %divides = icmp ugt i64 %a, 7
  br i1 %divides, label %some, label %end
some:
  %quotient = udiv i64 7, %a
  store i64 %quotient, ptr %args
  br label %end
end:
  ret void
}

declare void @__wherry_wrong(i1, i32, i64, i64, i64)
