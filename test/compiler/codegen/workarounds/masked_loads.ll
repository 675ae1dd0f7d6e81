; RUN: wherry-opt -passes=verify -asm %s | FileCheck %s
; A masked load stays an instruction of its own. As a memory operand of an instruction under the same mask it would fault
; at, or read, lanes that the mask excludes, where active lanes of the instruction read inactive lanes of the load.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; What crashed: VPSHUFD reads its whole memory operand, whatever the mask.
; CHECK-LABEL: {{^}}narrow:
; CHECK: vmovdqu64 (%rdi), %xmm{{[0-9]+}} {%k{{[1-7]}}} {z}
; CHECK-NOT: (%rdi)
; CHECK: retq
define <2 x i32> @narrow(ptr %p, <2 x i1> %mask, <2 x i32> %old) #0 {
  %loaded = call <2 x i64> @llvm.masked.load.v2i64.p0(ptr align 8 %p, <2 x i1> %mask, <2 x i64> poison)
  %low = trunc <2 x i64> %loaded to <2 x i32>
  %either = select <2 x i1> %mask, <2 x i32> %low, <2 x i32> %old
  ret <2 x i32> %either
}

; What computed wrong values: an active lane takes the zero of an inactive one.
; CHECK-LABEL: {{^}}swap:
; CHECK: vmovdqu32 (%rdi), %xmm{{[0-9]+}} {%k{{[1-7]}}} {z}
; CHECK-NOT: (%rdi)
; CHECK: retq
define <4 x i32> @swap(ptr %p, <4 x i1> %mask, <4 x i32> %old) #0 {
  %loaded = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> %mask, <4 x i32> zeroinitializer)
  %swapped = shufflevector <4 x i32> %loaded, <4 x i32> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %either = select <4 x i1> %mask, <4 x i32> %swapped, <4 x i32> %old
  ret <4 x i32> %either
}

; Across 128-bit blocks, where the shuffle's table is the other operand.
; CHECK-LABEL: {{^}}reverse:
; CHECK: vmovdqu32 (%rdi), %zmm{{[0-9]+}} {%k{{[1-7]}}} {z}
; CHECK-NOT: (%rdi)
; CHECK: retq
define <16 x i32> @reverse(ptr %p, <16 x i1> %mask, <16 x i32> %old) #0 {
  %loaded = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %p, <16 x i1> %mask, <16 x i32> zeroinitializer)
  %reversed = shufflevector <16 x i32> %loaded, <16 x i32> poison, <16 x i32> <i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %either = select <16 x i1> %mask, <16 x i32> %reversed, <16 x i32> %old
  ret <16 x i32> %either
}

; No shuffle, but lanes of another size: lane 1 of the sum lies in lane 0 of the load.
; CHECK-LABEL: {{^}}halves:
; CHECK: vmovdqu64 (%rdi), %xmm{{[0-9]+}} {%k{{[1-7]}}} {z}
; CHECK-NOT: (%rdi)
; CHECK: retq
define <4 x i32> @halves(ptr %p, <2 x i1> %mask, <4 x i32> %old) #0 {
  %loaded = call <2 x i64> @llvm.masked.load.v2i64.p0(ptr align 8 %p, <2 x i1> %mask, <2 x i64> zeroinitializer)
  %parts = bitcast <2 x i64> %loaded to <4 x i32>
  %sum = add <4 x i32> %parts, %old
  %wide = shufflevector <2 x i1> %mask, <2 x i1> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
  %either = select <4 x i1> %wide, <4 x i32> %sum, <4 x i32> %old
  ret <4 x i32> %either
}

; A lane by lane sum would be right as a memory operand; it is kept separate as well.
; CHECK-LABEL: {{^}}add:
; CHECK: vmovdqu32 (%rdi), %zmm{{[0-9]+}} {%k{{[1-7]}}} {z}
; CHECK: vpaddd %zmm
define <16 x i32> @add(ptr %p, <16 x i1> %mask, <16 x i32> %old) #0 {
  %loaded = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %p, <16 x i1> %mask, <16 x i32> poison)
  %sum = add <16 x i32> %loaded, %old
  %either = select <16 x i1> %mask, <16 x i32> %sum, <16 x i32> %old
  ret <16 x i32> %either
}

; Nothing else changes: a load without a mask is folded.
; CHECK-LABEL: {{^}}plain:
; CHECK: vpaddd (%rdi), %zmm
define <16 x i32> @plain(ptr %p, <16 x i1> %mask, <16 x i32> %old) #0 {
  %loaded = load <16 x i32>, ptr %p, align 4
  %sum = add <16 x i32> %loaded, %old
  %either = select <16 x i1> %mask, <16 x i32> %sum, <16 x i32> %old
  ret <16 x i32> %either
}

attributes #0 = { "target-cpu"="x86-64-v4" }
