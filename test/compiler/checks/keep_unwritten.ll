; RUN: wherry-opt -passes=keep-unwritten %s 2>/dev/null | FileCheck %s
; A private variable begins with bits that no store has written, which LLVM cannot choose as it likes. Numbers of each size
; come of 64 such bits; a vector of several.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %number = alloca i32
; CHECK:         %vector = alloca <4 x float>
; CHECK:         bitcast i32 %{{.*}} to float
; CHECK:         store <4 x float> %{{.*}}, ptr %vector
; CHECK:         %[[BITS:.*]] = call i64 @__wherry_unwritten()
; CHECK:         %[[WORD:.*]] = trunc i64 %[[BITS]] to i32
; CHECK:         store i32 %[[WORD]], ptr %number
; CHECK:         ret void
; CHECK:       declare i64 @__wherry_unwritten() #[[PURE:.*]]
; CHECK:       attributes #[[PURE]] = { {{.*}}memory(none)
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !0 {
entry:
  %number = alloca i32
  %vector = alloca <4 x float>
  ret void
}

!0 = !{}
