; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A value loaded before a barrier and used behind it is kept for each work-item in the work-item context: array of
; structures turned round, all work-items' copies of one value side by side, padded to 16 work-items.
; REMARK: work-item context 16 bytes, private memory 12 bytes

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.keep(
; CHECK:         %[[TO_CONTEXT:.*]] = getelementptr inbounds i8, ptr %context, i64 64
; CHECK:         %[[ITEM_CONTEXT:.*]] = load ptr, ptr %[[TO_CONTEXT]], align 8, !invariant.load
; CHECK:         %[[UP:.*]] = add nuw i64 %{{.*}}, 15
; CHECK:         %[[PADDED:.*]] = and i64 %[[UP]], -16
; CHECK:         %[[OF_LONG:.*]] = mul nuw i64 %[[PADDED]], 8
; CHECK:         getelementptr inbounds i8, ptr %[[ITEM_CONTEXT]], i64 %[[OF_LONG]]
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-DAG:     store float %{{.*}}, ptr %{{.*}}, align 4, !llvm.access.group
; CHECK-DAG:     store i64 %{{.*}}, ptr %{{.*}}, align 8, !llvm.access.group
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK-DAG:     load float, ptr %{{.*}}, align 4, !llvm.access.group
; CHECK-DAG:     load i64, ptr %{{.*}}, align 8, !llvm.access.group
; CHECK:         attributes {{.*}}"wherry-context-bytes"="16"{{.*}}"wherry-private-bytes"="12"
define void @wg.keep(ptr %args, ptr %context) "wherry-kernel"="keep" {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr i64, ptr addrspace(1) %in, i64 %x
  %real = load float, ptr addrspace(1) %from
  %number = load i64, ptr addrspace(1) %from
  call void @__wherry_barrier(i32 2)
  store i64 %number, ptr addrspace(1) %in
  store float %real, ptr addrspace(1) %from
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
