; RUN: wherry-opt -passes='print<work-item-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; A structure that is passed by value stands in the argument block, to which no work-item writes: its members are
; uniform, and so is a copy that is not changed. A copy that a work-item changes by its id is not, nor what another
; private pointer leads to.

; CHECK-LABEL: work-item-uniformity of 'wg.k':
; CHECK-NEXT:    shared %copy
; CHECK-NEXT:    divergent %changed
; CHECK-NEXT:    divergent %x
; CHECK-NEXT:    divergent %own
; CHECK-NEXT:    divergent %private
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %copy = alloca [4 x i64]
  %changed = alloca [4 x i64]
  %x = call i64 @__wherry_local_id(i32 0)
  %structure = getelementptr i8, ptr %args, i64 16
  %member = load i64, ptr %structure
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %structure, i64 32, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %changed, ptr %structure, i64 32, i1 false)
  store i64 %x, ptr %changed
  %of.copy = load i64, ptr %copy
  %own = load i64, ptr %changed
  %private = load i64, ptr %context
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
