; RUN: wherry-opt -passes=form-regions %s 2>%t.remarks | FileCheck %s
; RUN: FileCheck --check-prefix=REMARK %s <%t.remarks
; work_group_reduce_add (OpenCL C 6.15.16): each work-item's value goes to its place in the work-item context, aligned
; to its size; a function of its own joins them between two regions, in the same order for every vector width. The
; result is the group's, in SSA form.
; REMARK: 2 regions
; REMARK-SAME: work-item context 8 bytes, private memory 4 bytes

; CHECK-LABEL: define void @wg.sum(
; CHECK-NOT:     alloca
; CHECK:         %[[SUM:.*]] = call i64 @"wherry.reduce.f+"(ptr %{{.*}}, i64 %items)
; CHECK-NOT:     __wherry_reduce(
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         store float %{{.*}}, ptr %{{.*}}
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         store i64 %[[SUM]], ptr addrspace(1)
; CHECK:       define internal i64 @"wherry.reduce.f+"(ptr %{{.*}}, i64 %{{.*}})
; Lanes past the last work-item count as -0, which changes no sum.
; CHECK:         %[[VALUES:.*]] = load <[[N:[0-9]+]] x float>
; CHECK:         select <[[N]] x i1> %{{.*}}, <[[N]] x float> %[[VALUES]], <[[N]] x float> splat (float -0.000000e+00)
; CHECK:         fadd <[[N]] x float>
define void @wg.sum(ptr %args, ptr %context) "wherry-kernel"="sum" {
entry:
  %operand = alloca float
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %x
  %value = load float, ptr addrspace(1) %from
  store float %value, ptr %operand
  %sum = call i64 @__wherry_reduce(ptr %operand, i32 102, i32 43)
  store i64 %sum, ptr addrspace(1) %from
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i64 @__wherry_reduce(ptr, i32, i32) convergent nounwind willreturn

!0 = !{}
