; RUN: wherry-opt -passes=keep-unwritten %s 2>/dev/null | FileCheck %s
; A variable of a function that is no kernel, and one of a number of elements that is not constant, are as they were. What
; the kernel itself writes first comes behind the unwritten bits, and so stays.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @wg.k(
; CHECK:         %[[BITS:.*]] = call i64 @__wherry_unwritten()
; CHECK:         store i32 %{{.*}}, ptr %number
; CHECK-NEXT:    store i32 7, ptr %number
; CHECK-NOT:     __wherry_unwritten
; CHECK:         ret void
; CHECK-LABEL: define void @helper(
; CHECK-NEXT:    %number = alloca i32
; CHECK-NEXT:    store i32 1, ptr %number
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !0 {
  %number = alloca i32
  store i32 7, ptr %number
  %n = load i32, ptr %args
  %several = alloca i32, i32 %n
  ret void
}

define void @helper() {
  %number = alloca i32
  store i32 1, ptr %number
  ret void
}

!0 = !{}
