; RUN: llc -O2 -o - %s | FileCheck %s
; The masked store writes the third of four 16-bit numbers. LLVM writes 32 bits there: the truncation is lost. Once it
; stores a word ("vpextrw"), LLVM has mended the fault, and codegen/workarounds/single_lane_stores can go.

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: third:
; CHECK:       vextractps $2, %xmm0, 4(%rdi)
define void @third(<4 x i32> %numbers, ptr %to) #0 {
  %narrow = trunc <4 x i32> %numbers to <4 x i16>
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %narrow, ptr align 2 %to, <4 x i1> <i1 false, i1 false, i1 true, i1 false>)
  ret void
}

attributes #0 = { "target-cpu"="x86-64-v4" }
