; RUN: wherry-opt -passes=join-accesses,verify %s | FileCheck %s
; Stores to the same place at the ends of all predecessors become one, also where each side computes the address.

; CHECK-LABEL: define void @wg.k(
; CHECK-NOT:   store
; CHECK:       join:
; CHECK-NEXT:    [[FIRST:%.*]] = phi float [ %x, %no ], [ 1.000000e+00, %yes ]
; CHECK-NEXT:    [[SECOND:%.*]] = phi float [ 3.000000e+00, %no ], [ 2.000000e+00, %yes ]
; CHECK:         [[ROW:%.*]] = add nsw i64 %id, %n
; CHECK-NEXT:    [[PLACE:%.*]] = getelementptr float, ptr addrspace(1) %out, i64 [[ROW]]
; CHECK-NEXT:    store float [[FIRST]], ptr addrspace(1) [[PLACE]], align 4
; CHECK-NEXT:    store float [[SECOND]], ptr addrspace(1) %second, align 4
; CHECK-NEXT:    ret void
define void @wg.k(ptr dereferenceable(24) align 8 %args, ptr %context) "wherry-kernel"="k" {
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %at.n = getelementptr i8, ptr %args, i64 8
  %n = load i64, ptr %at.n, !invariant.load !0
  %id = call i64 @__wherry_local_id(i32 0)
  %second = getelementptr float, ptr addrspace(1) %out, i64 %id
  %x = load float, ptr addrspace(1) %second
  %c = fcmp ogt float %x, 0.0
  br i1 %c, label %yes, label %no

yes:
  %row.yes = add nuw nsw i64 %id, %n
  %place.yes = getelementptr inbounds float, ptr addrspace(1) %out, i64 %row.yes
  store float 1.0, ptr addrspace(1) %place.yes, align 4
  store float 2.0, ptr addrspace(1) %second, align 8
  br label %join

no:
  %row.no = add nsw i64 %id, %n
  %place.no = getelementptr float, ptr addrspace(1) %out, i64 %row.no
  store float %x, ptr addrspace(1) %place.no, align 4
  store float 3.0, ptr addrspace(1) %second, align 4
  br label %join

join:
  ret void
}
declare i64 @__wherry_local_id(i32)
!0 = !{}
