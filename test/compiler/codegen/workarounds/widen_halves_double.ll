; RUN: wherry-opt -passes=widen-halves %s | FileCheck %s
; RUN: wherry-opt -passes=widen-halves,instsimplify,instcombine %s | FileCheck %s --check-prefix=VALUE
; A double rounded to float and then to half may round twice to the nearest. The float is rounded to odd: its last bit
; is set if anything was lost, and it never lies beyond the double.

; CHECK-LABEL: @rounded(
; CHECK:       %[[NEAREST:.*]] = fptrunc <2 x double> %x to <2 x float>
; CHECK:       %[[BACK:.*]] = fpext <2 x float> %[[NEAREST]] to <2 x double>
; CHECK:       fcmp ogt <2 x double>
; CHECK:       fcmp one <2 x double> %[[BACK]], %x
; CHECK:       or <2 x i32>
; CHECK:       %[[ODD:.*]] = bitcast <2 x i32> %{{.*}} to <2 x float>
; CHECK:       fptrunc <2 x float> %[[ODD]] to <2 x half>
define <2 x half> @rounded(<2 x double> %x) {
  %result = fptrunc <2 x double> %x to <2 x half>
  ret <2 x half> %result
}

; 1 + 2^-11 + 2^-40 lies above the middle of two halves, 1 + 2^-11 on it as a float: 1 + 2^-10, not 1.
; VALUE-LABEL: @above_middle(
; VALUE-NEXT:  ret half 0xH3C01
define half @above_middle() {
  %result = fptrunc double 0x3FF0020000001000 to half
  ret half %result
}

; Below the middle: 1 + 2^-10, not 1 + 2^-9 (the double is 1 + 2^-10 + 2^-11 - 2^-40).
; VALUE-LABEL: @below_middle(
; VALUE-NEXT:  ret half 0xH3C01
define half @below_middle() {
  %result = fptrunc double 0x3FF005FFFFFFF000 to half
  ret half %result
}

; VALUE-LABEL: @infinite(
; VALUE-NEXT:  ret half 0xH7C00
define half @infinite() {
  %result = fptrunc double 1.0e300 to half
  ret half %result
}

; Too small even for a float, and negative: the half is -0.
; VALUE-LABEL: @tiny(
; VALUE-NEXT:  ret half 0xH8000
define half @tiny() {
  %result = fptrunc double -1.0e-300 to half
  ret half %result
}
