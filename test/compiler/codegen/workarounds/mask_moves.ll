; RUN: wherry-opt -passes=verify -asm %s | FileCheck %s
; A mask is widened with zeros by an instruction that the register allocator does not take for a copy, whether the mask is
; spilled or not. Moves of a whole mask stay what they are.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: {{^}}widened:
; CHECK-NOT:   kmov{{.}} %k{{.}}, %k
; CHECK:       kandb %[[FROM:k[0-7]]], %[[FROM]], %[[MASK:k[0-7]]]
; CHECK:       kmovw %[[MASK]], {{.*}}(%rsp)
; CHECK:       callq other
; CHECK-NOT:   kmov{{.}} %k{{.}}, %k
; CHECK:       retq
define void @widened(<16 x i32> %a, ptr %p, ptr %q) "target-cpu"="x86-64-v4" {
  %mask = icmp slt <16 x i32> %a, zeroinitializer
  %wide = shufflevector <16 x i1> %mask, <16 x i1> zeroinitializer, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  call void @other()
  %b = load <16 x i32>, ptr %q
  %negative = icmp slt <16 x i32> %b, zeroinitializer
  %both = xor <16 x i1> %negative, %wide
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %b, ptr %p, i32 4, <16 x i1> %both)
  ret void
}

; CHECK-LABEL: {{^}}used_at_once:
; CHECK:       kandb %[[FROM:k[0-7]]], %[[FROM]], %[[MASK:k[1-7]]]
; CHECK:       {%[[MASK]]}
define void @used_at_once(<16 x i32> %a, ptr %p) "target-cpu"="x86-64-v4" {
  %mask = icmp slt <16 x i32> %a, zeroinitializer
  %wide = shufflevector <16 x i1> %mask, <16 x i1> zeroinitializer, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %a, ptr %p, i32 4, <16 x i1> %wide)
  ret void
}

; CHECK-LABEL: {{^}}whole:
; CHECK-NOT:   kand
; CHECK:       kmov{{[wd]}} %edi, %k1
; CHECK-NOT:   kand
; CHECK:       retq
define void @whole(i16 %bits, <16 x i32> %a, ptr %p) "target-cpu"="x86-64-v4" {
  %mask = bitcast i16 %bits to <16 x i1>
  call void @llvm.masked.store.v16i32.p0(<16 x i32> %a, ptr %p, i32 4, <16 x i1> %mask)
  ret void
}

declare void @other()
