; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Lanes along dimension 1: values that are kept for each work-item lie next to each other along it.

; CHECK-LABEL: define void @wg.k(
; CHECK:       x.r0:
; CHECK:       %[[LINE:.*]] = add nuw i64 %{{.*}}, %x
; CHECK:       %first.of.line = mul nuw i64 %[[LINE]], 32
; CHECK:       y.r0:
; CHECK:       %item = add nuw i64 %first.of.line, %y
; CHECK:       mul nuw i64 %item, 4
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" "wherry-lane-dimension"="1" "wherry-local-size"="8,32,1" {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %y = call i64 @__wherry_local_id(i32 1)
  %row = mul i64 %x, 32
  %index = add i64 %row, %y
  %place = getelementptr float, ptr addrspace(1) %out, i64 %index
  %value = load float, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 1)
  store float %value, ptr addrspace(1) %out
  ret void
}

declare void @__wherry_barrier(i32) convergent nounwind willreturn
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
