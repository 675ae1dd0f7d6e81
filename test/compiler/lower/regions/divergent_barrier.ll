; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A barrier in a branch that depends on the work-item. OpenCL C (6.15.8) leaves it undefined; here no work-item runs past
; an operation that it has not reached. Each keeps the number of the operation that it has come to in the work-item
; context; the group goes on with the lowest, and a region's work-items are those that are there.
; REMARK: kernel 'half': 2 regions, 2 run by an item loop
; REMARK-SAME: divergent barriers

; CHECK-LABEL: define void @wg.half(
; CHECK:       dispatch:
; CHECK:         %[[NEXT:.*]] = call i64 @wherry.next_operation(ptr %{{.*}}, i64 %items)
; CHECK:         %[[HIGH:.*]] = lshr i64 %[[NEXT]], 32
; CHECK:         %[[NUMBER:.*]] = trunc i64 %[[HIGH]] to i32
; CHECK:         %[[IS_1:.*]] = icmp eq i32 %[[NUMBER]], 1
; CHECK:         br i1 %[[IS_1]], label %group.operation, label %end
; The first region: each comes to operation 1, or to the end, which is the highest number.
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-DAG:     store i32 1, ptr %{{.*}}, align 4
; CHECK-DAG:     store i32 -1, ptr %{{.*}}, align 4
; The second one asks before it runs a work-item.
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         %[[AT:.*]] = load i32, ptr
; CHECK:         %[[HERE:.*]] = icmp eq i32 %[[AT]], 1
; CHECK:         br i1 %[[HERE]], label %{{.*}}, label %x.next
; CHECK:         store i32 42, ptr addrspace(1)
; CHECK:         store i32 -1, ptr

; CHECK:       define internal i64 @wherry.next_operation(ptr %{{.*}}, i64 %{{.*}})
; CHECK:         call i64 @llvm.umin.i64
; CHECK:       attributes #0 = {{.*}}"wherry-context-bytes"="8" "wherry-divergent-barriers"
define void @wg.half(ptr %args, ptr %context) "wherry-kernel"="half" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  %low = icmp ult i64 %x, 8
  br i1 %low, label %wait, label %done
wait:
  call void @__wherry_barrier(i32 2)
  store i32 42, ptr addrspace(1) %place
  br label %done
done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
