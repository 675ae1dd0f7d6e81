; RUN: wherry-opt -passes=unaligned-vectors %s | FileCheck %s
; The kernel's own variables are as aligned as they are.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@table = private constant [4 x <4 x i32>] zeroinitializer, align 16

; CHECK-LABEL: @variables(
; CHECK:       load <4 x i32>, ptr %place, align 16
; CHECK:       store <4 x i32> %a, ptr %private, align 16
; CHECK:       call void @llvm.memcpy.p0.p1.i64(ptr align 16 %private, ptr addrspace(1) align 1 %in,
define void @variables(ptr addrspace(1) %in, i64 %i) {
  %private = alloca [4 x <4 x i32>], align 16
  %place = getelementptr <4 x i32>, ptr @table, i64 %i
  %a = load <4 x i32>, ptr %place, align 16
  store <4 x i32> %a, ptr %private, align 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %private, ptr addrspace(1) align 16 %in, i64 64, i1 false)
  ret void
}
