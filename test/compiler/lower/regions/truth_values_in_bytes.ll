; RUN: wherry-opt -passes=form-regions,verify %s | FileCheck %s
; A vector of truth values that lives on behind a barrier is kept as bytes: single bits have no place of their own in
; memory, and regions that load them had no vectors.

; CHECK-LABEL: @wg.truths(
; CHECK:       %[[BYTES:.*]] = zext <4 x i1> %{{.*}} to <4 x i8>
; CHECK:       store <4 x i8> %[[BYTES]], ptr
; CHECK:       %[[LOADED:.*]] = load <4 x i8>, ptr
; CHECK:       {{(trunc|icmp).*}} <4 x i8> %[[LOADED]]
; CHECK-NOT:   {{load|store}} <4 x i1>
; CHECK:       {{^[}]}}
declare i64 @__wherry_local_id(i32) memory(none) speculatable nounwind willreturn
declare void @__wherry_barrier(i32) convergent

define void @wg.truths(ptr %args, ptr %context) #0 {
entry:
  %data = load ptr addrspace(1), ptr %args, align 8, !invariant.load !0
  %id = call i64 @__wherry_local_id(i32 0)
  %at = getelementptr inbounds <4 x i32>, ptr addrspace(1) %data, i64 %id
  %value = load <4 x i32>, ptr addrspace(1) %at, align 16
  %positive = icmp sgt <4 x i32> %value, zeroinitializer
  call void @__wherry_barrier(i32 1)
  %result = select <4 x i1> %positive, <4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> zeroinitializer
  store <4 x i32> %result, ptr addrspace(1) %at, align 16
  ret void
}

attributes #0 = { convergent "wherry-args-bytes"="8" "wherry-kernel"="truths" "wherry-loop-free" }
!0 = !{}
