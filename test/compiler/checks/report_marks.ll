; RUN: wherry-opt -passes=report-marks %s 2>/dev/null | FileCheck %s
; What is marked becomes a report of the kernel's.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK:       @[[PLACE:.*]] = private unnamed_addr constant { {{.*}} } { {{.*}}, i32 5, i32 -1, ptr @{{.*}}, i32 0, i32 0, i64 32 }
; CHECK-LABEL: define void @wg.k(
; CHECK:         br i1 %wrong, label %[[APART:.*]], label %[[NEXT:.*]], !prof
; CHECK:       [[APART]]:
; CHECK:         call void @__wherry_report(ptr @[[PLACE]], i64 %{{.*}}, i64 %a, i64 %b)
; CHECK:       [[NEXT]]:
; CHECK-NOT:     __wherry_wrong
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %a = load i64, ptr %args
  %b = load i64, ptr %args
  %wrong = icmp ugt i64 %a, %b
  call void @__wherry_wrong(i1 %wrong, i32 5, i64 %a, i64 %b, i64 32)
  ret void
}

declare void @__wherry_wrong(i1, i32, i64, i64, i64)
