; RUN: not --crash llc -mcpu=x86-64-v3 < %s 2>&1 | FileCheck %s
; LLVM cannot select an extending load of 16 bits that is volatile and nontemporal. Once there is code, LLVM has mended the
; fault, and memory_operands() in frontend/spirv/memory.cpp need not leave out the hint.

target triple = "x86_64-unknown-linux-gnu"

; CHECK: Running pass 'X86 DAG->DAG Instruction Selection'
define i16 @sum(ptr %p) {
  %x = load volatile i16, ptr %p, align 2, !nontemporal !0
  %sum = add i16 %x, 3
  ret i16 %sum
}

!0 = !{i32 1}
