; RUN: wherry-opt -passes=uniform-steps,verify %s | FileCheck %s
; RUN: wherry-opt -passes=form-regions %s 2>&1 >/dev/null | FileCheck --check-prefix=SPILLED %s
; RUN: wherry-opt -passes=uniform-steps,form-regions %s 2>&1 >/dev/null | FileCheck --check-prefix=ANEW %s
; A pointer that goes on by 4 * n elements behind the barrier, and by one more before: where it began, which regions
; compute anew, and an offset that the work-group has once. A use behind the barrier has a sum of its own.
; SPILLED: kernel 'k'{{.*}} work-item context 8 bytes
; ANEW:    kernel 'k'{{.*}} work-item context 0 bytes

; CHECK-LABEL: @wg.k(
; CHECK:       tile:
; CHECK:         %p.offset = phi i64 [ 0, %start ], [ %[[LAST:.*]], %tile ]
; CHECK-NOT:     phi ptr
; CHECK:         %[[FIRST:.*]] = getelementptr i8, ptr addrspace(1) %begin, i64 %p.offset
; CHECK:         load float, ptr addrspace(1) %[[FIRST]]
; CHECK:         %[[ONE:.*]] = add i64 %p.offset, 4
; CHECK:         call void @__wherry_barrier(
; CHECK:         %[[SECOND:.*]] = getelementptr i8, ptr addrspace(1) %begin, i64 %[[ONE]]
; CHECK:         store float 2.000000e+00, ptr addrspace(1) %[[SECOND]]
; CHECK:         %[[BYTES:.*]] = mul i64 %step, 4
; CHECK:         %[[LAST]] = add i64 %[[ONE]], %[[BYTES]]
define void @wg.k(ptr dereferenceable(24) align 8 %args, ptr %context) "wherry-kernel"="k" {
entry:
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %n.at = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %n.at, !invariant.load !0
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %start, label %end

start:
  %id = call i64 @__wherry_local_id(i32 0)
  %begin = getelementptr float, ptr addrspace(1) %in, i64 %id
  %step = mul i64 %n, 4
  br label %tile

tile:
  %i = phi i64 [ 0, %start ], [ %i.next, %tile ]
  %p = phi ptr addrspace(1) [ %begin, %start ], [ %p.next, %tile ]
  %value = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %p, i64 1
  call void @__wherry_barrier(i32 1)
  store float 2.0, ptr addrspace(1) %q
  %p.next = getelementptr float, ptr addrspace(1) %q, i64 %step
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %tile, label %end

end:
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
