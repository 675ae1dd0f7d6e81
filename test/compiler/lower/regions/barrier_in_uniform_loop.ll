; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A barrier in a loop that all work-items run equally often: the region behind the barrier reaches the barrier again, or
; the kernel's end, and the group goes there as one. The loop's counter, which all have alike, needs no work-item context.
; REMARK: 2 regions, 2 run by an item loop
; REMARK-SAME: work-item context 0 bytes
; REMARK-NOT: divergent barriers

; CHECK-LABEL: define void @wg.steps(
; CHECK:       [[BARRIER:group.operation.*]]: {{.*}}preds = %[[DONE_SECOND:.*]], %[[DONE_FIRST:.*]]
; CHECK:       [[DONE_FIRST]]:
; CHECK-NEXT:    br label %[[BARRIER]]
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:       [[DONE_SECOND]]:
; CHECK-NEXT:    %[[IS_BARRIER:.*]] = icmp eq i32 %[[NEXT:.*]], 1
; CHECK-NEXT:    br i1 %[[IS_BARRIER]], label %[[BARRIER]], label %end
; CHECK:         %[[X:.*]] = phi i64 {{.*}} !wherry.item_loop
; CHECK:         %[[NEXT]] = phi i32
; The first work-item speaks for all.
; CHECK:         %[[FIRST:.*]] = icmp eq i64 %{{.*}}, 0
; CHECK:         select i1 %[[FIRST]], i32 0, i32 %
define void @wg.steps(ptr %args, ptr %context) "wherry-kernel"="steps" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_n = getelementptr inbounds i8, ptr %args, i64 8
  %n = load i32, ptr %to_n, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 2)
  store i32 %n, ptr addrspace(1) %place
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
