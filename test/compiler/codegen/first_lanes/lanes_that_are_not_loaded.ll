; RUN: wherry-opt -passes=first-lanes,verify %s | FileCheck %s
; Lanes that a masked load leaves out have the numbers that it names for them; where it names none, they have none. The
; access has the masked one's alignment, in any address space.

; CHECK-LABEL: @zeros(
; CHECK:       %[[SHORT:.*]] = load <2 x double>, ptr addrspace(3) %from, align 16
; CHECK:       %[[WIDE:.*]] = shufflevector <2 x double> %[[SHORT]], <2 x double> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
; CHECK:       shufflevector <4 x double> %[[WIDE]], <4 x double> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 6, i32 7>
define <4 x double> @zeros(ptr addrspace(3) %from) {
  %value = call <4 x double> @llvm.masked.load.v4f64.p3(ptr addrspace(3) align 16 %from, <4 x i1> <i1 1, i1 1, i1 0, i1 0>, <4 x double> zeroinitializer)
  ret <4 x double> %value
}

; CHECK-LABEL: @none(
; CHECK:       load <4 x i16>, ptr addrspace(1) %from, align 2
; CHECK-NOT:   masked
; CHECK:       ret
define <8 x i16> @none(ptr addrspace(1) %from) {
  %value = call <8 x i16> @llvm.masked.load.v8i16.p1(ptr addrspace(1) align 2 %from, <8 x i1> <i1 1, i1 1, i1 1, i1 1, i1 0, i1 0, i1 0, i1 0>, <8 x i16> poison)
  ret <8 x i16> %value
}
