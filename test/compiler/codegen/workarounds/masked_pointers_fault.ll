; RUN: not --crash opt -passes=instcombine -disable-output %s 2>&1 | FileCheck %s
; LLVM's InstCombine gives a ptrmask of several pointers the attribute nonnull, which its verifier refuses for vectors. Once
; the module is valid, LLVM has mended the fault, and gather_words() in vectorise/emit/gathers.cpp may use ptrmask.

; CHECK: Attribute 'nonnull' applied to incompatible type!
define <2 x ptr> @masked(<2 x i64> %x) {
  %some = or <2 x i64> %x, splat (i64 16)
  %pointers = inttoptr <2 x i64> %some to <2 x ptr>
  %words = call <2 x ptr> @llvm.ptrmask.v2p0.v2i64(<2 x ptr> %pointers, <2 x i64> splat (i64 -4))
  ret <2 x ptr> %words
}
