; RUN: wherry-opt -passes=check-other-bounds %s 2>/dev/null | FileCheck %s
; Of a pointer that memory holds the host is asked, unless the bytes are in the range that the host has told last.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[BEGIN:.*]] = load i64, ptr %{{.*}}, align 8
; CHECK:         %[[DISTANCE:.*]] = sub i64 %[[ADDRESS:.*]], %[[BEGIN]]
; CHECK:         %[[SIZE:.*]] = load i64, ptr %{{.*}}, align 8
; CHECK:         %[[MISALIGNED:.*]] = icmp ne i64 %{{.*}}, 0
; CHECK:         br i1 %{{.*}}, label %[[APART:.*]], label %[[PERFORM:.*]], !prof
; CHECK:       [[APART]]:
; CHECK:         %[[PLACE:.*]] = select i1 %[[MISALIGNED]], ptr @{{.*}}, ptr @{{.*}}
; CHECK:         %[[MAY:.*]] = call i32 @__wherry_may_access(ptr %[[PLACE]], i64 %{{.*}}, i64 %{{.*}}, i64 4)
; CHECK:         %[[YES:.*]] = icmp ne i32 %[[MAY]], 0
; CHECK:         br i1 %[[YES]], label %[[PERFORM]], label %{{.*}}
; CHECK:       [[PERFORM]]:
; CHECK-NEXT:    %value = load i32
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %any = load ptr addrspace(1), ptr addrspace(1) %in, align 8, !wherry.bounds_checked !0
  %value = load i32, ptr addrspace(1) %any, align 4
  ret void
}

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
