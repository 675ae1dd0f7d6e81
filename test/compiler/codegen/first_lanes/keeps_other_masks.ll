; RUN: wherry-opt -passes=first-lanes,verify %s | FileCheck %s
; Other masks stay: three lanes, lanes that are not the first ones, all lanes, masks that are not known, few bytes.
; CHECK-LABEL: @others(
; CHECK-COUNT-5: call void @llvm.masked.store
define void @others(<4 x float> %value, <4 x i8> %bytes, ptr %to, <4 x i1> %mask) {
  call void @llvm.masked.store.v4f32.p0(<4 x float> %value, ptr align 4 %to, <4 x i1> <i1 1, i1 1, i1 1, i1 0>)
  call void @llvm.masked.store.v4f32.p0(<4 x float> %value, ptr align 4 %to, <4 x i1> <i1 0, i1 0, i1 1, i1 1>)
  call void @llvm.masked.store.v4f32.p0(<4 x float> %value, ptr align 4 %to, <4 x i1> <i1 1, i1 1, i1 1, i1 1>)
  call void @llvm.masked.store.v4f32.p0(<4 x float> %value, ptr align 4 %to, <4 x i1> %mask)
  call void @llvm.masked.store.v4i8.p0(<4 x i8> %bytes, ptr align 1 %to, <4 x i1> <i1 1, i1 1, i1 0, i1 0>)
  ret void
}
