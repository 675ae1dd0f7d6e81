; RUN: wherry-opt -passes=clamp-to-half,instcombine %s | FileCheck %s
; RUN: wherry-opt -passes=instcombine %s | FileCheck %s --check-prefix=FAULT
; Why the pass stands before LLVM's: 1 << 20 has one significant bit, and converts to half and back as infinity
; does. If InstCombine stops to fold such a conversion away, the second run fails, and the pass may go.

; CHECK-LABEL: @there_and_back(
; CHECK:       @llvm.umin.i32(
; CHECK:       uitofp {{.*}} to half
; FAULT-LABEL: @there_and_back(
; FAULT-NOT:   half
; FAULT:       ret i32
define i32 @there_and_back(i32 %x) {
  %bit = and i32 %x, 1
  %large = shl i32 %bit, 20
  %half = uitofp i32 %large to half
  %back = fptoui half %half to i32
  ret i32 %back
}
