; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; Where a work-item's window begins, cut by a border: each region computes it anew, for loops over windows to be seen.
; REMARK: kernel 'k'{{.*}} work-item context 0 bytes

; CHECK-LABEL: define void @wg.k(
; CHECK:       z.r1:
; CHECK:       %[[LEFT:.*]] = sub i32 %{{.*}}, 2
; CHECK:       call i32 @llvm.smax.i32(i32 %[[LEFT]], i32 0)
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %out = load ptr addrspace(3), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %l = trunc i64 %x to i32
  %left = sub i32 %l, 2
  %begin = call i32 @llvm.smax.i32(i32 %left, i32 0)
  store i32 %begin, ptr addrspace(3) %out
  call void @__wherry_barrier(i32 1)
  %to = getelementptr i32, ptr addrspace(3) %out, i32 %begin
  store i32 %begin, ptr addrspace(3) %to
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare i32 @llvm.smax.i32(i32, i32)

!0 = !{}
