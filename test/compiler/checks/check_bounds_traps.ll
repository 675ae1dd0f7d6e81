; RUN: wherry-opt -passes=check-bounds %s 2>/dev/null | FileCheck %s
; A work-item says that it runs a trap before it does.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[ITEM:.*]] = call i64 @__wherry_item()
; CHECK-NEXT:    call void @__wherry_report(ptr @{{.*}}, i64 %[[ITEM]], i64 0, i64 0)
; CHECK-NEXT:    call void @llvm.debugtrap()
; CHECK:         call void @__wherry_report(
; CHECK-NEXT:    call void @llvm.trap()
; CHECK-NEXT:    unreachable
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !0 {
entry:
  call void @llvm.debugtrap()
  call void @llvm.trap()
  unreachable
}

!0 = !{}
