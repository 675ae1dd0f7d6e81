; RUN: wherry-opt -passes=split-vectors %s | FileCheck %s
; A load whose bits are seen in larger parts is made in the largest of them; smaller elements come by shifts. LLVM 22
; makes loads of truth values where one bit of a number is wanted: these become loads of bytes.

; CHECK-LABEL: @larger_parts(
; CHECK:       %[[ALL:.*]] = load <2 x i64>, ptr addrspace(1) %place, align 4, !alias.scope ![[SCOPE:[0-9]+]]
; CHECK-NOT:   load
; CHECK:       %[[LAST:.*]] = extractelement <2 x i64> %[[ALL]], i64 1
; CHECK:       %[[HIGH:.*]] = lshr i64 %[[LAST]], 32
; CHECK:       %[[ELEMENT:.*]] = trunc i64 %[[HIGH]] to i32
; CHECK:       store i32 %[[ELEMENT]]
; CHECK:       extractelement <2 x i64> %[[ALL]], i64 0
define i64 @larger_parts(ptr addrspace(1) %place, ptr addrspace(1) %out) {
  %values = load <4 x i32>, ptr addrspace(1) %place, align 4, !alias.scope !0
  %last = extractelement <4 x i32> %values, i64 3
  store i32 %last, ptr addrspace(1) %out
  %longs = bitcast <4 x i32> %values to <2 x i64>
  %first = extractelement <2 x i64> %longs, i64 0
  ret i64 %first
}

; CHECK-LABEL: @bits(
; CHECK:       %[[BYTES:.*]] = load <2 x i8>, ptr addrspace(1) %place, align 2
; CHECK:       %[[BYTE:.*]] = extractelement <2 x i8> %[[BYTES]], i64 1
; CHECK:       %[[SHIFTED:.*]] = lshr i8 %[[BYTE]], 3
; CHECK:       %[[BIT:.*]] = trunc i8 %[[SHIFTED]] to i1
; CHECK:       ret i1 %[[BIT]]
define i1 @bits(ptr addrspace(1) %place) {
  %truth = load <16 x i1>, ptr addrspace(1) %place, align 2
  %bit = extractelement <16 x i1> %truth, i64 11
  ret i1 %bit
}

; A volatile load keeps its parts, an index that is not known its vector.
; CHECK-LABEL: @kept(
; CHECK:       load volatile i32
; CHECK:       load volatile i32
; CHECK-NOT:   load volatile
; CHECK:       %values = load <4 x i32>, ptr addrspace(1) %place
; CHECK-NEXT:  %value = extractelement <4 x i32> %values, i32 %index
define i32 @kept(ptr addrspace(1) %place, i32 %index) {
  %pair = load volatile <2 x i32>, ptr addrspace(1) %place
  %long = bitcast <2 x i32> %pair to i64
  %values = load <4 x i32>, ptr addrspace(1) %place
  %value = extractelement <4 x i32> %values, i32 %index
  ret i32 %value
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
