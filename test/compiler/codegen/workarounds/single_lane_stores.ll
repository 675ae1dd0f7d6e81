; RUN: wherry-opt -passes=single-lane-stores %s | FileCheck %s
; A store of one lane that a constant mask names becomes a scalar one, at its place and with the alignment there, in any
; address space.

; CHECK-LABEL: @third(
; CHECK:       %[[NUMBER:.*]] = extractelement <4 x i16> %narrow, i64 2
; CHECK:       %[[PLACE:.*]] = getelementptr i16, ptr addrspace(1) %to, i64 2
; CHECK:       store i16 %[[NUMBER]], ptr addrspace(1) %[[PLACE]], align 4
; CHECK-NOT:   masked.store
; CHECK:       ret void
define void @third(<4 x i32> %numbers, ptr addrspace(1) %to) {
  %narrow = trunc <4 x i32> %numbers to <4 x i16>
  call void @llvm.masked.store.v4i16.p1(<4 x i16> %narrow, ptr addrspace(1) align 8 %to, <4 x i1> <i1 false, i1 false, i1 true, i1 false>)
  ret void
}

; CHECK-LABEL: @first(
; CHECK:       store double %{{.*}}, ptr %{{.*}}, align 16
define void @first(<2 x double> %numbers, ptr %to) {
  call void @llvm.masked.store.v2f64.p0(<2 x double> %numbers, ptr align 16 %to, <2 x i1> <i1 true, i1 false>)
  ret void
}
