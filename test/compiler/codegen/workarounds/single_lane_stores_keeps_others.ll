; RUN: wherry-opt -passes=single-lane-stores %s | FileCheck %s
; Masks of two lanes, of none, of a lane that may be on, and those that are no constants stay.

; CHECK-COUNT-4: call void @llvm.masked.store
; CHECK-NOT:     store i32
define void @others(<4 x i32> %numbers, ptr %to, <4 x i1> %mask) {
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %numbers, ptr align 4 %to, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %numbers, ptr align 4 %to, <4 x i1> zeroinitializer)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %numbers, ptr align 4 %to, <4 x i1> <i1 true, i1 undef, i1 false, i1 false>)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %numbers, ptr align 4 %to, <4 x i1> %mask)
  ret void
}
