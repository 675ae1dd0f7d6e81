; RUN: wherry-opt -passes=module-info %s | FileCheck %s
; What the program's kernels do not list: constructors and destructors of program-scope objects, and a block, whose
; description takes the place of what was passed for it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-DAG: @constructors = private constant [1 x {{.*}}ptr @wg.__wherry_global_constructors,
; CHECK-DAG: @destructors = private constant [1 x {{.*}}ptr @wg.__wherry_global_destructors,
; CHECK-DAG: @kernels = private constant [1 x {{.*}}ptr @wg.test,
; CHECK-DAG: @block = private constant { {{.*}} } { {{.*}}ptr @wg.inner,
; CHECK-DAG: @wherry_module = {{.*}} { i32 {{-?[0-9]+}}, i32 1, ptr @kernels, ptr @constructors, ptr @destructors, i32 120, i32 0, i64 0 }
; CHECK: call void @enqueue(ptr @block)
@__wherry_block.inner = external constant i8
declare void @enqueue(ptr)

define void @wg.test(ptr %args, ptr %context) #0 {
  call void @enqueue(ptr @__wherry_block.inner)
  ret void
}
define void @wg.inner(ptr %args, ptr %context) #1 {
  ret void
}
define void @wg.__wherry_global_constructors(ptr %args, ptr %context) #2 {
  ret void
}
define void @wg.__wherry_global_destructors(ptr %args, ptr %context) #3 {
  ret void
}
attributes #0 = { "wherry-kernel"="test" "wherry-regions"="1" "wherry-enqueues" }
attributes #1 = { "wherry-kernel"="inner" "wherry-regions"="1" "wherry-block" }
attributes #2 = { "wherry-kernel"="__wherry_global_constructors" "wherry-regions"="1" }
attributes #3 = { "wherry-kernel"="__wherry_global_destructors" "wherry-regions"="1" }
