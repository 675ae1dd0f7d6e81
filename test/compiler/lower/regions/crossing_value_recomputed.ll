; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A value that is cheap to make from ids and uniform values is made again behind the barrier: no work-item context.
; REMARK: work-item context 0 bytes

; CHECK-LABEL: define void @wg.again(
; CHECK:         %[[FIRST:.*]] = phi i64 {{.*}} !wherry.item_loop
; CHECK:         shl i64 %[[FIRST]], 1
; CHECK:         store i64 1,
; CHECK:         %[[SECOND:.*]] = phi i64 {{.*}} !wherry.item_loop
; CHECK:         %[[TWICE:.*]] = shl i64 %[[SECOND]], 1
; CHECK:         %[[ODD:.*]] = or disjoint i64 %[[TWICE]], 1
; CHECK:         store i64 %[[ODD]],
; CHECK-NOT:     "wherry-context-bytes"
define void @wg.again(ptr %args, ptr %context) "wherry-kernel"="again" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %twice = shl i64 %x, 1
  %odd = or disjoint i64 %twice, 1
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %odd
  store i64 1, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 2)
  store i64 %odd, ptr addrspace(1) %out
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
