; RUN: opt -passes=instcombine -S %s | FileCheck %s
; 65536 and its multiples are infinite as halves. LLVM leaves the half out where the integer has few significant bits.
; Once the half is there, LLVM has mended the fault, and codegen/workarounds/clamp_to_half can go.

; CHECK-LABEL: @infinite(
; CHECK-NOT:   half
; CHECK:       uitofp {{.*}}i32 %few to float
; CHECK-NOT:   half
; CHECK:       ret float
define float @infinite(i32 %x) {
  %few = and i32 %x, 983040
  %half = uitofp i32 %few to half
  %float = fpext half %half to float
  ret float %float
}
