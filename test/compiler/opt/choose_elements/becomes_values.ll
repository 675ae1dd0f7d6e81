; RUN: wherry-opt -passes='function(choose-elements)' %s | FileCheck %s
; RUN: wherry-opt -passes='function(choose-elements,sroa<modify-cfg>)' %s | FileCheck --check-prefix=VALUES %s
; A work-item's own index chooses among three elements: a load selects, a store changes the chosen one. What is filled
; with zeros, and an element of a known index, are as they were.

; CHECK-LABEL: @k(
; CHECK-COUNT-3: alloca float
; CHECK-NOT:   alloca
; CHECK-NOT:   memset
; CHECK:       %[[WIDE:.*]] = sext i32 %i to i64
; CHECK:       %[[E0:.*]] = freeze float
; CHECK:       %[[E1:.*]] = freeze float
; CHECK:       %[[IS1:.*]] = icmp eq i64 %{{.*}}, 1
; CHECK:       %[[ONE:.*]] = select i1 %[[IS1]], float %[[E1]], float %[[E0]]
; CHECK:       %[[E2:.*]] = freeze float
; CHECK:       %[[IS2:.*]] = icmp eq i64 %{{.*}}, 2
; CHECK:       %[[OLD:.*]] = select i1 %[[IS2]], float %[[E2]], float %[[ONE]]
; CHECK:       %new = fmul float %[[OLD]], 2.0
; CHECK:       icmp eq i64 %{{.*}}, 0
; CHECK-NEXT:  %[[S0:.*]] = select i1 %{{.*}}, float %new, float
; CHECK-NEXT:  store float %[[S0]]
; VALUES-LABEL: @k(
; VALUES-NOT:  alloca
; VALUES:      store float %{{.*}}, ptr addrspace(1) %to
; VALUES-NOT:  store
define void @k(ptr addrspace(1) %out, float %by) {
  %d = alloca [3 x float]
  %id = call i64 @__wherry_global_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %i = load i32, ptr addrspace(1) %from
  call void @llvm.lifetime.start.p0(ptr %d)
  call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 12, i1 false)
  %second = getelementptr i8, ptr %d, i64 4
  store float %by, ptr %second
  %wide = sext i32 %i to i64
  %at = getelementptr float, ptr %d, i64 %wide
  %old = load float, ptr %at
  %new = fmul float %old, 2.0
  store float %new, ptr %at
  %last = getelementptr [3 x float], ptr %d, i64 0, i64 2
  %value = load float, ptr %last
  call void @llvm.lifetime.end.p0(ptr %d)
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %value, ptr addrspace(1) %to
  ret void
}
declare i64 @__wherry_global_id(i32)
