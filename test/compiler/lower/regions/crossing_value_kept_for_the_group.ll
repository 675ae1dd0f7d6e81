; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A uniform value that must not be computed again, as the load of a buffer here, is kept once for the group: in SSA
; form from loop to loop, with no memory for each work-item.
; REMARK: work-item context 0 bytes, private memory 0 bytes

; CHECK-LABEL: define void @wg.once(
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         %[[VALUE:.*]] = load i32, ptr addrspace(1)
; CHECK-NOT:     store i32 %[[VALUE]], ptr %
; CHECK:         store i32 0, ptr addrspace(1)
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-NOT:     load i32
; CHECK:         store i32 %{{.*}}, ptr addrspace(1)
; CHECK-NOT:     "wherry-context-bytes"
define void @wg.once(ptr %args, ptr %context) "wherry-kernel"="once" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  %value = load i32, ptr addrspace(1) %out
  %mine = getelementptr i8, ptr addrspace(1) %place, i64 4096
  store i32 0, ptr addrspace(1) %mine
  call void @__wherry_barrier(i32 2)
  store i32 %value, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
