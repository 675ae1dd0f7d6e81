; RUN: wherry-opt -passes=keep-unwritten %s 2>/dev/null | FileCheck %s
; Arrays and structures, number by number; of more than 64 numbers, none. A pointer is no number. What a packed
; structure has is not aligned.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         store i64 %{{.*}}, ptr %{{.*}}, align 4
; CHECK:         %[[COUNT:.*]] = getelementptr inbounds { [2 x i16], i8, ptr }, ptr %some, i32 0, i32 0
; CHECK:         %[[FIRST:.*]] = getelementptr inbounds [2 x i16], ptr %[[COUNT]], i32 0, i32 0
; CHECK:         store i16 %{{.*}}, ptr %[[FIRST]]
; CHECK:         store i16
; CHECK:         store i8
; CHECK-NOT:     store
; CHECK:         ret void
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !0 {
entry:
  %some = alloca { [2 x i16], i8, ptr }
  %packed = alloca <{ i32, i64 }>, align 8
  %many = alloca [65 x i32]
  ret void
}

!0 = !{}
