; RUN: llc -mcpu=x86-64-v4 < %s | FileCheck %s
; LLVM folds a masked load into a shuffle, which reads all 16 bytes, and into a sum whose lanes have another size than the
; load's. Once neither is folded, LLVM has mended the fault, and codegen/workarounds/masked_loads can go. Should only one
; fail (llvm-project#178888 is about the shuffle), the workaround stays for the other.

; CHECK-LABEL: {{^}}narrow:
; CHECK:       vpshufd {{.*}}(%rdi), %xmm{{[0-9]+}} {%k{{[1-7]}}}

target triple = "x86_64-unknown-linux-gnu"
define <2 x i32> @narrow(ptr %p, <2 x i1> %mask, <2 x i32> %old) {
  %loaded = call <2 x i64> @llvm.masked.load.v2i64.p0(ptr align 8 %p, <2 x i1> %mask, <2 x i64> poison)
  %low = trunc <2 x i64> %loaded to <2 x i32>
  %either = select <2 x i1> %mask, <2 x i32> %low, <2 x i32> %old
  ret <2 x i32> %either
}

; CHECK-LABEL: {{^}}halves:
; CHECK:       vpaddd (%rdi), %xmm{{[0-9]+}}, %xmm{{[0-9]+}} {%k{{[1-7]}}}
define <4 x i32> @halves(ptr %p, <2 x i1> %mask, <4 x i32> %old) {
  %loaded = call <2 x i64> @llvm.masked.load.v2i64.p0(ptr align 8 %p, <2 x i1> %mask, <2 x i64> zeroinitializer)
  %parts = bitcast <2 x i64> %loaded to <4 x i32>
  %sum = add <4 x i32> %parts, %old
  %wide = shufflevector <2 x i1> %mask, <2 x i1> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %either = select <4 x i1> %wide, <4 x i32> %sum, <4 x i32> %old
  ret <4 x i32> %either
}
