; RUN: wherry-opt -passes=reshape-nd-range %s | FileCheck %s
; The kernel stays as it is for launches that cannot be two-dimensional. The second function takes the remainder from
; dimension 0 and the quotient from dimension 1, and the index is made of both.

; CHECK-LABEL: define void @wg.k(
; CHECK:       udiv i64 %i, %d
; CHECK-NOT:   call i64 @__wherry_global_id(i32 1)
; CHECK:       ret void

; CHECK:       define void @wg.k.reshaped({{.*}} !wherry.shape [[SHAPE:![0-9]+]]
; CHECK-DAG:   [[COLUMN:%.*]] = call i64 @__wherry_global_id(i32 0)
; CHECK-DAG:   [[ROW:%.*]] = call i64 @__wherry_global_id(i32 1)
; CHECK:       %index = add nuw nsw i64 [[COLUMN]], {{%.*}}
; CHECK-NOT:   div i64
; CHECK-NOT:   rem i64
; CHECK:       %turned = mul i64 [[COLUMN]], %w.wide
; CHECK:       %place = add i64 %turned, [[ROW]]
; CHECK:       getelementptr float, ptr addrspace(1) %out, i64 %index

; CHECK:       define zeroext i1 @shape.k(ptr %0, ptr %1)
; CHECK:       %asked = load i64
; CHECK:       [[SHAPE]] = !{ptr @shape.k}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
  %in = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %at.out = getelementptr inbounds i8, ptr %args, i64 8
  %out = load ptr addrspace(1), ptr %at.out, align 8, !invariant.load !0
  %at.w = getelementptr inbounds i8, ptr %args, i64 16
  %w = load i32, ptr %at.w, align 4, !invariant.load !0
  %w.wide = zext i32 %w to i64
  %zero = icmp eq i32 %w, 0
  %d = select i1 %zero, i64 1, i64 %w.wide
  %i = call i64 @__wherry_global_id(i32 0)
  %row = udiv i64 %i, %d
  %column = urem i64 %i, %d
  %turned = mul i64 %column, %w.wide
  %place = add i64 %turned, %row
  %from = getelementptr float, ptr addrspace(1) %in, i64 %place
  %x = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %x, ptr addrspace(1) %to
  ret void
}
declare i64 @__wherry_global_id(i32)
!0 = !{}
