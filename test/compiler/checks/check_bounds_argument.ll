; RUN: wherry-opt -passes=check-bounds %s 2>/dev/null | FileCheck %s
; Accesses of an argument's memory compare with its range, which the group context has. Outside, the work-item reports,
; and passes the access over: what is read is 0. The argument itself may be a pointer that is not aligned. Steps are no longer said to stay inside.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-DAG:   @[[READ:.*]] = private {{.*}}constant { {{.*}} } { {{.*}}, i32 0, i32 0, ptr @{{.*}}, i32 1, i32 0, i64 0 }
; CHECK-DAG:   @[[WRITE:.*]] = private {{.*}}constant { {{.*}} } { {{.*}}, i32 0, i32 0, ptr @{{.*}}, i32 2, i32 0, i64 0 }

; CHECK-LABEL: define void @wg.k(
; CHECK:         %check_ranges = load ptr, ptr %{{.*}}, align 8, !invariant.load
; CHECK:         %[[SIZE:.*]] = load i64, ptr %{{.*}}, align 8, !invariant.load
; CHECK:         %[[LIMIT:.*]] = call i64 @llvm.usub.sat.i64(i64 %[[SIZE]], i64 3)
; CHECK:         %[[BEGIN:.*]] = load i64, ptr %{{.*}}, align 8, !invariant.load
; CHECK:         %at = getelementptr i32, ptr addrspace(1) %in, i64 %i
; CHECK:         %[[ADDRESS:.*]] = ptrtoint ptr addrspace(1) %at to i64
; CHECK:         %[[DISTANCE:.*]] = sub i64 %[[ADDRESS]], %[[BEGIN]]
; CHECK:         %[[OUTSIDE:.*]] = icmp uge i64 %[[DISTANCE]], %[[LIMIT]]
; CHECK:         %[[ARGUMENT:.*]] = ptrtoint ptr addrspace(1) %in to i64
; CHECK:         %[[BITS:.*]] = and i64 %[[ARGUMENT]], 3
; CHECK:         %[[MISALIGNED:.*]] = icmp ne i64 %[[BITS]], 0
; CHECK:         %[[WRONG:.*]] = or i1 %[[OUTSIDE]], %[[MISALIGNED]]
; CHECK:         br i1 %[[WRONG]], label %[[APART:.*]], label %[[PERFORM:.*]], !prof
; CHECK:       [[APART]]:
; CHECK:         %[[PLACE:.*]] = select i1 %[[OUTSIDE]], ptr @[[READ]], ptr @
; CHECK:         %[[ITEM:.*]] = call i64 @__wherry_item()
; CHECK:         call void @__wherry_report(ptr %[[PLACE]], i64 %[[ITEM]], i64 %[[DISTANCE]], i64 4)
; CHECK:         br label %[[NEXT:.*]]
; CHECK:       [[PERFORM]]:
; CHECK-NEXT:    %value = load i32, ptr addrspace(1) %at
; CHECK:       [[NEXT]]:
; CHECK:         %[[VALUE:.*]] = phi i32 [ %value, %[[PERFORM]] ], [ 0, %[[APART]] ]
; CHECK:         select i1 %{{.*}}, ptr @[[WRITE]], ptr @
; CHECK:         call void @__wherry_report(
; CHECK:         store i32 %[[VALUE]], ptr addrspace(1) %at
; CHECK:       attributes {{.*}} "wherry-checked"
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %i = call i64 @__wherry_local_id(i32 0)
  %at = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %i
  %value = load i32, ptr addrspace(1) %at
  store i32 %value, ptr addrspace(1) %at
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
