; RUN: opt -passes=instcombine -S %s | FileCheck %s
; LLVM moves a masked load to the select between it and another value, past the store to the same place. Once the load
; comes first, LLVM has mended the fault, and may_be_moved() in vectorise/emit/memory.cpp can go.

; CHECK-LABEL: @moved(
; CHECK-NEXT:  store <4 x i32> %new, ptr %p
; CHECK-NEXT:  call <4 x i32> @llvm.masked.load.v4i32.p0(
define <4 x i32> @moved(ptr %p, <4 x i1> %mask, <4 x i32> %old, <4 x i32> %new) {
  %loaded = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %mask, <4 x i32> zeroinitializer)
  store <4 x i32> %new, ptr %p
  %either = select <4 x i1> %mask, <4 x i32> %loaded, <4 x i32> %old
  ret <4 x i32> %either
}
