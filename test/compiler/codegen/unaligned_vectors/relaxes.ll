; RUN: wherry-opt -passes=unaligned-vectors %s | FileCheck %s
; Vectors in buffers have the alignment of an element, copies none.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: @buffers(
; CHECK:       load <4 x float>, ptr addrspace(1) %in, align 4
; CHECK:       store <4 x float> %a, ptr addrspace(1) %out, align 4
; CHECK:       load <2 x i16>, ptr addrspace(1) %in, align 2
; CHECK:       load <8 x double>, ptr addrspace(1) %in, align 8
; CHECK:       call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) align 4 %in,
; CHECK:       call void @llvm.masked.store.v16f32.p1(<16 x float> %m, ptr addrspace(1) align 4 %out,
; CHECK:       call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 1 %out, ptr addrspace(1) align 1 %in,
define void @buffers(ptr addrspace(1) %in, ptr addrspace(1) %out, <16 x i1> %mask) {
  %a = load <4 x float>, ptr addrspace(1) %in, align 16
  store <4 x float> %a, ptr addrspace(1) %out, align 16
  %b = load <2 x i16>, ptr addrspace(1) %in, align 4
  %c = load <8 x double>, ptr addrspace(1) %in, align 64
  %m = call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) align 64 %in, <16 x i1> %mask, <16 x float> poison)
  call void @llvm.masked.store.v16f32.p1(<16 x float> %m, ptr addrspace(1) align 64 %out, <16 x i1> %mask)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %out, ptr addrspace(1) align 16 %in, i64 64, i1 false)
  ret void
}
