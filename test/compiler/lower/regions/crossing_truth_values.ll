; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; A vector of truth values in the work-item context takes a byte for each element: vectors of work-items could not
; store bits side by side.

; CHECK-LABEL: define void @wg.truths(
; CHECK:         %[[BYTES:.*]] = zext <4 x i1> %{{.*}} to <4 x i8>
; CHECK:         store <4 x i8> %[[BYTES]], ptr
; CHECK:         %[[BACK:.*]] = load <4 x i8>, ptr
; CHECK:         trunc <4 x i8> %[[BACK]] to <4 x i1>
; CHECK-NOT:     store <4 x i1>
; CHECK:         "wherry-context-bytes"="8"
define void @wg.truths(ptr %args, ptr %context) "wherry-kernel"="truths" {
entry:
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %from = getelementptr <4 x i32>, ptr addrspace(1) %in, i64 %x
  %values = load <4 x i32>, ptr addrspace(1) %from
  %positive = icmp sgt <4 x i32> %values, zeroinitializer
  call void @__wherry_barrier(i32 2)
  %ones = sext <4 x i1> %positive to <4 x i32>
  store <4 x i32> %ones, ptr addrspace(1) %from
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!0 = !{}
