; RUN: wherry-opt -passes=widen-halves %s | FileCheck %s
; LLVM's code generator promotes arithmetic and comparisons of half in vectors itself, and the sign's functions are
; operations on bits. Conversions of float have instructions. Float's own functions are not concerned.

; CHECK-LABEL: @kept(
; CHECK-NEXT:  %sum = fadd <4 x half> %x, %y
; CHECK-NEXT:  %size = call <4 x half> @llvm.fabs.v4f16(<4 x half> %sum)
; CHECK-NEXT:  %half = fptrunc <4 x float> %z to <4 x half>
; CHECK-NEXT:  %wide = fpext <4 x half> %half to <4 x double>
; CHECK-NEXT:  %float = fptrunc <4 x double> %wide to <4 x float>
; CHECK-NEXT:  %root = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %float)
; CHECK-NEXT:  %number = fptosi <4 x half> %size to <4 x i32>
; CHECK-NEXT:  %back = sitofp <4 x i32> %number to <4 x float>
; CHECK-NEXT:  %result = fadd <4 x float> %root, %back
; CHECK-NEXT:  ret <4 x float> %result
define <4 x float> @kept(<4 x half> %x, <4 x half> %y, <4 x float> %z) {
  %sum = fadd <4 x half> %x, %y
  %size = call <4 x half> @llvm.fabs.v4f16(<4 x half> %sum)
  %half = fptrunc <4 x float> %z to <4 x half>
  %wide = fpext <4 x half> %half to <4 x double>
  %float = fptrunc <4 x double> %wide to <4 x float>
  %root = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %float)
  %number = fptosi <4 x half> %size to <4 x i32>
  %back = sitofp <4 x i32> %number to <4 x float>
  %result = fadd <4 x float> %root, %back
  ret <4 x float> %result
}
