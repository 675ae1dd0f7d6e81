; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A private variable that no barrier comes between stays on the stack, where work-items use it in turn; its memory
; counts as private memory, and it takes no work-item context. Its lifetime markers stay.
; REMARK: work-item context 0 bytes, private memory 32 bytes

; CHECK-LABEL: define void @wg.scratch(
; CHECK:         %scratch = alloca [8 x i32]
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         call void @llvm.lifetime.start{{.*}}(ptr %scratch)
; CHECK:         store i32 7, ptr %
; CHECK:         load i32, ptr %
; CHECK:         call void @llvm.lifetime.end{{.*}}(ptr %scratch)
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-NOT:     "wherry-context-bytes"
define void @wg.scratch(ptr %args, ptr %context) "wherry-kernel"="scratch" {
entry:
  %scratch = alloca [8 x i32]
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  call void @llvm.lifetime.start.p0(ptr %scratch)
  %chosen = and i64 %x, 7
  %element = getelementptr i32, ptr %scratch, i64 %chosen
  store i32 7, ptr %element
  %value = load i32, ptr %scratch
  call void @llvm.lifetime.end.p0(ptr %scratch)
  store i32 %value, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 2)
  store i32 1, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
