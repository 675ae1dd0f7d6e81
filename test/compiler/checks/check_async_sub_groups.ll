; RUN: wherry-opt -passes=check-async %s 2>/dev/null | FileCheck %s
; Marks of sub-group functions become arrivals where work-items may diverge, and go in any case. A kernel whose work-items
; cannot diverge is not checked.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.diverges(
; CHECK:       some:
; CHECK:         call void (ptr, i64, ...) @__wherry_arrive(ptr @{{.*}}, i64 %{{.*}}, i64 7)
; CHECK-NOT:     __wherry_sub_group_meet
; CHECK:       end:
; CHECK:         call void (ptr, i64, ...) @__wherry_arrive(
; CHECK:         ret void
; CHECK-LABEL: define void @wg.alike(
; CHECK-SAME:    #[[ALIKE:[0-9]+]]
; CHECK-NEXT:    ret void
; CHECK-NOT:   attributes #[[ALIKE]] = {{.*}}"wherry-checked"
define void @wg.diverges(ptr %args, ptr %context) "wherry-kernel"="diverges" {
  %id = call i64 @__wherry_local_id(i32 0)
  %few = icmp ult i64 %id, 3
  br i1 %few, label %some, label %end
some:
  call void (...) @__wherry_sub_group_meet(i64 7) convergent
  br label %end
end:
  ret void
}

define void @wg.alike(ptr %args, ptr %context) "wherry-kernel"="alike" {
  call void (...) @__wherry_sub_group_meet(i64 7) convergent
  ret void
}

declare i64 @__wherry_local_id(i32)
declare void @__wherry_sub_group_meet(...)

!llvm.module.flags = !{!90}
!90 = !{i32 7, !"wherry.check_barrier", i32 1}
