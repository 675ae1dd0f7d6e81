; RUN: wherry-opt -passes='function(split-vectors),verify' %s | FileCheck %s
; InstCombine loads all bits of a vector as truth values where one bit is wanted. These have no lanes: the pass loads
; the bytes, and takes the bit from its byte.

; CHECK-LABEL: @bit(
; CHECK:       %[[BYTES:.*]] = load <4 x i8>, ptr %from, align 4
; CHECK:       %[[BYTE:.*]] = extractelement <4 x i8> %[[BYTES]], i64 1
; CHECK:       %[[DOWN:.*]] = lshr i8 %[[BYTE]], 1
; CHECK:       %[[BIT:.*]] = trunc i8 %[[DOWN]] to i1
; CHECK:       ret i1 %[[BIT]]
define i1 @bit(ptr %from) {
  %bits = load <32 x i1>, ptr %from, align 4
  %bit = extractelement <32 x i1> %bits, i64 9
  ret i1 %bit
}
