; RUN: wherry-opt -passes=declare-precompiled,early-cse,adce %s | FileCheck %s
; What the attributes are for: LLVM merges calls with the same arguments across a store, and drops unused ones.

; CHECK-LABEL: @calls(
; CHECK-NEXT:  %first = call float @_Z3powff(float %x, float %y)
; CHECK-NEXT:  store float %first, ptr addrspace(1) %out
; CHECK-NEXT:  ret float %first
define float @calls(float %x, float %y, ptr addrspace(1) %out) {
  %first = call float @_Z3powff(float %x, float %y) #0
  store float %first, ptr addrspace(1) %out
  %second = call float @_Z3powff(float %x, float %y) #0
  %unused = call float @_Z4sinhf(float %x) #0
  ret float %second
}

declare float @_Z3powff(float, float) #0
declare float @_Z4sinhf(float) #0
attributes #0 = { convergent }
