; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; A private array written before a barrier and read behind it is one for each work-item, in the work-item context. It
; lives as long as the group there, so its lifetime markers go.
; REMARK: work-item context 32 bytes, private memory 32 bytes

; CHECK-LABEL: define void @wg.kept(
; CHECK-NOT:     alloca
; CHECK-NOT:     @llvm.lifetime.start{{.*}}(ptr %
; CHECK-NOT:     mul nuw i64 %padded_items, 0
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         %[[ITEM:.*]] = add nuw i64
; CHECK:         %[[AT:.*]] = mul nuw i64 %[[ITEM]], 32
; CHECK:         getelementptr inbounds i8, ptr %item_context, i64 %[[AT]]
; CHECK:         store i32 7, ptr %
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         mul nuw i64 %{{.*}}, 32
; CHECK:         load i32, ptr %
; CHECK:       }
; CHECK:       "wherry-context-bytes"="32"
define void @wg.kept(ptr %args, ptr %context) "wherry-kernel"="kept" {
entry:
  %array = alloca [8 x i32]
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  call void @llvm.lifetime.start.p0(ptr %array)
  %chosen = and i64 %x, 7
  %element = getelementptr i32, ptr %array, i64 %chosen
  store i32 7, ptr %element
  call void @__wherry_barrier(i32 2)
  %value = load i32, ptr %array
  call void @llvm.lifetime.end.p0(ptr %array)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %x
  store i32 %value, ptr addrspace(1) %place
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
