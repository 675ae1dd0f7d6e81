; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; Used on both sides of a barrier, but its lifetime starts anew behind it: nothing has to be kept.
; REMARK: work-item context 0 bytes

; CHECK-LABEL: define void @wg.fresh(
; CHECK:         %scratch = alloca [8 x i32]
; CHECK-NOT:     "wherry-context-bytes"
define void @wg.fresh(ptr %args, ptr %context) "wherry-kernel"="fresh" {
entry:
  %scratch = alloca [8 x i32]
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  %chosen = and i64 %x, 7
  %element = getelementptr i32, ptr %scratch, i64 %chosen
  call void @llvm.lifetime.start.p0(ptr %scratch)
  store i32 7, ptr %element
  call void @llvm.lifetime.end.p0(ptr %scratch)
  call void @__wherry_barrier(i32 2)
  call void @llvm.lifetime.start.p0(ptr %scratch)
  store i32 8, ptr %element
  %value = load i32, ptr %scratch
  store i32 %value, ptr addrspace(1) %place
  call void @llvm.lifetime.end.p0(ptr %scratch)
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
