; RUN: wherry-opt -passes='check-uninit,msan<recover;kernel;eager-checks>,lower-uninit,declare-intrinsics' %s 2>/dev/null | FileCheck %s
; Arguments, constants and what functions return are written, and so are variables that a function was given. A copy of
; memory takes the shadow with it. What an intrinsic is stays as it was.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@table = internal addrspace(2) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK-LABEL: define void @wg.k(
; CHECK:         call float @fract(float 1.000000e+00, ptr %private)
; CHECK:         call void %{{.*}}(ptr %context, ptr %private, i64 4, i32 0)
; CHECK:         %constant = load i32, ptr addrspace(2) @table
; CHECK-NOT:     @__wherry_item
; CHECK:         br i1 %large
; CHECK:         call void %{{.*}}(ptr %context, ptr %{{.*}}, ptr %private, i64 4)
; CHECK-NEXT:    call void @llvm.memcpy.p0.p0.i64(ptr %{{.*}}, ptr %private, i64 4, i1 false)
; CHECK:         ret void
; CHECK:       declare i64 @__wherry_local_id(i32) #[[PURE:.*]]
; CHECK:       attributes #[[PURE]] = { {{.*}}speculatable{{.*}}memory(none)
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !wherry.args !1 {
entry:
  %private = alloca float
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %whole = call float @fract(float 1.0, ptr %private)
  %constant = load i32, ptr addrspace(2) @table
  %id = call i64 @__wherry_local_id(i32 0)
  %sum = uitofp i64 %id to float
  %large = fcmp ogt float %whole, %sum
  br i1 %large, label %then, label %end

then:
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %out, ptr %private, i64 4, i1 false)
  br label %end

end:
  ret void
}

declare float @fract(float, ptr)
declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)

!0 = !{}
!1 = !{!2}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
