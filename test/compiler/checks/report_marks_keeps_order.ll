; RUN: wherry-opt -passes=report-marks %s 2>/dev/null | FileCheck %s
; What stands before and behind a mark runs as before, also where an operation is wrong: the report returns.
; Functions that are no kernels keep their marks, for the kernel that takes them in.

; CHECK-LABEL: define void @wg.k(
; CHECK:         store volatile i64 1, ptr %args
; CHECK:         br i1 %wrong, label %[[APART:.*]], label %[[NEXT:.*]], !prof
; CHECK:       [[APART]]:
; CHECK:         call void @__wherry_report(
; CHECK:         br label %[[NEXT]]
; CHECK:       [[NEXT]]:
; CHECK:         store volatile i64 2, ptr %args
; CHECK-LABEL: define void @helper(
; CHECK-NEXT:    call void @__wherry_wrong(
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %a = load i64, ptr %args
  %wrong = icmp ugt i64 %a, 7
  store volatile i64 1, ptr %args
  call void @__wherry_wrong(i1 %wrong, i32 5, i64 %a, i64 %a, i64 32)
  store volatile i64 2, ptr %args
  ret void
}

define void @helper(i1 %wrong) {
  call void @__wherry_wrong(i1 %wrong, i32 5, i64 0, i64 0, i64 32)
  ret void
}

declare void @__wherry_wrong(i1, i32, i64, i64, i64)
