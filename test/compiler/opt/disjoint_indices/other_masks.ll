; RUN: wherry-opt -passes=disjoint-indices,verify %s | FileCheck %s
; Bits that no integer type has, and bits in the middle, stay a mask; 16 bits become a short's.

; CHECK-LABEL: @wg.k(
; CHECK:       %seven = and i64 %both, 127
; CHECK:       %middle = and i64 %both, 65280
; CHECK:       or disjoint i16
; CHECK-NOT:   disjoint
; CHECK:       {{^[}]}}
define void @wg.k(ptr addrspace(1) %out, i64 %x, i64 %y) #0 {
entry:
  %low = and i64 %x, 15
  %high = shl i64 %y, 4
  %both = or i64 %high, %low
  %seven = and i64 %both, 127
  %middle = and i64 %both, 65280
  %short = and i64 %both, 65535
  %some = add i64 %seven, %middle
  %index = add i64 %some, %short
  %to = getelementptr float, ptr addrspace(1) %out, i64 %index
  store float 0.0, ptr addrspace(1) %to
  ret void
}

attributes #0 = { "wherry-kernel"="k" }
