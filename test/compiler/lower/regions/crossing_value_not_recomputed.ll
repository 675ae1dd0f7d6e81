; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A freeze of what may be poison chooses a value: made again behind the barrier it could choose another one. A remainder
; by what the compiler does not know is dear. Both are kept in the work-item context.
; REMARK: kernel 'frozen'{{.*}} work-item context 8 bytes
; REMARK: kernel 'remainder'{{.*}} work-item context 8 bytes

; CHECK-LABEL: define void @wg.frozen(
; CHECK:         freeze
; CHECK-NOT:     freeze
; CHECK-LABEL: define void @wg.remainder(
; CHECK:         urem
; CHECK-NOT:     urem
define void @wg.frozen(ptr %args, ptr %context) "wherry-kernel"="frozen" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %shifted = shl i64 1, %x
  %chosen = freeze i64 %shifted
  store i64 %chosen, ptr addrspace(1) %out
  call void @__wherry_barrier(i32 2)
  store i64 %chosen, ptr addrspace(1) %out
  ret void
}

define void @wg.remainder(ptr %args, ptr %context) "wherry-kernel"="remainder" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %size = call i64 @__wherry_local_size(i32 0)
  %left = urem i64 %x, %size
  store i64 %left, ptr addrspace(1) %out
  call void @__wherry_barrier(i32 2)
  store i64 %left, ptr addrspace(1) %out
  ret void
}

declare i64 @__wherry_local_size(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
