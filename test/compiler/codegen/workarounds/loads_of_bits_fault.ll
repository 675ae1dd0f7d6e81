; RUN: opt -passes=instcombine -S %s | FileCheck %s
; One bit of a byte is wanted. LLVM loads the byte as eight truth values, which have no lanes. Once LLVM loads the byte, it
; has mended the fault, and split_load() in vectorise/split_vectors.cpp need not ask for elements of 8 bits at least.

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @bit(
; CHECK:       load <8 x i1>, ptr %p
define i1 @bit(ptr %p) {
  %byte = load i8, ptr %p
  %bits = bitcast i8 %byte to <8 x i1>
  %bit = extractelement <8 x i1> %bits, i64 3
  ret i1 %bit
}
