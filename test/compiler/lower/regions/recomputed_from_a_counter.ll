; RUN: wherry-opt -passes=form-regions,verify %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; An address of an id and of the counter of a loop with barriers, which LLVM computes in front of a barrier, is computed
; again behind the barrier: the counter is kept for the work-group. The vectoriser sees the address's stride.
; REMARK: 3 regions{{.*}} work-item context 0 bytes, private memory 0 bytes

; CHECK-LABEL: define void @wg.rows(
; CHECK:       region.r1:
; CHECK-NEXT:    %[[ROW:.*]] = shl i64 %{{.*}}, 6
; CHECK-NEXT:    getelementptr i8, ptr addrspace(1) %out, i64 %[[ROW]]
; CHECK-NEXT:    %[[PLACE:.*]] = getelementptr i32, ptr addrspace(1) %{{.*}}, i64 %x
; CHECK:         store i32 1, ptr addrspace(1) %[[PLACE]]
define void @wg.rows(ptr %args, ptr %context) "wherry-kernel"="rows" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  br label %loop

loop:
  %n = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = shl i64 %n, 6
  %begin = getelementptr i8, ptr addrspace(1) %out, i64 %row
  %place = getelementptr i32, ptr addrspace(1) %begin, i64 %x
  call void @__wherry_barrier(i32 2)
  store i32 1, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 2)
  %next = add i64 %n, 1
  %goes.on = icmp ult i64 %next, 16
  br i1 %goes.on, label %loop, label %done

done:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
