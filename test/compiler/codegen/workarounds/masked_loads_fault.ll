; RUN: llc -mcpu=x86-64-v4 < %s | FileCheck %s
; LLVM folds the masked load into the shuffle, which reads all 16 bytes. Once this test fails LLVM has mended the fault,
; and codegen/workarounds/masked_loads can go.

; CHECK-LABEL: {{^}}narrow:
; CHECK:       vpshufd {{.*}}(%rdi), %xmm{{[0-9]+}} {%k{{[1-7]}}}

target triple = "x86_64-unknown-linux-gnu"
define <2 x i32> @narrow(ptr %p, <2 x i1> %mask, <2 x i32> %old) {
  %loaded = call <2 x i64> @llvm.masked.load.v2i64.p0(ptr align 8 %p, <2 x i1> %mask, <2 x i64> poison)
  %low = trunc <2 x i64> %loaded to <2 x i32>
  %either = select <2 x i1> %mask, <2 x i32> %low, <2 x i32> %old
  ret <2 x i32> %either
}
