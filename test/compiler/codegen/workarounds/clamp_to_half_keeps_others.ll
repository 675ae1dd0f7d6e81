; RUN: wherry-opt -passes=clamp-to-half %s | FileCheck %s
; Integers of 16 bits or fewer are left alone, as are conversions to float and double, and those from half.

; CHECK-NOT: @llvm.
; CHECK-LABEL: @narrow(
; CHECK:       sitofp i16 %x to half
; CHECK-NEXT:  uitofp i8 %y to half
; CHECK-NEXT:  uitofp <4 x i16> %v to <4 x half>
define <4 x half> @narrow(i16 %x, i8 %y, <4 x i16> %v) {
  %short = sitofp i16 %x to half
  %char = uitofp i8 %y to half
  %result = uitofp <4 x i16> %v to <4 x half>
  ret <4 x half> %result
}

; CHECK-LABEL: @others(
; CHECK:       sitofp i32 %x to float
; CHECK-NEXT:  uitofp i32 %x to double
; CHECK-NEXT:  fptosi half %h to i32
; CHECK-NOT: @llvm.
define i32 @others(i32 %x, half %h) {
  %float = sitofp i32 %x to float
  %double = uitofp i32 %x to double
  %back = fptosi half %h to i32
  ret i32 %back
}
