; RUN: wherry-opt -passes=global-constructors %s | FileCheck %s
; The registration of a function that destroys an object becomes an entry in the list of these, which a kernel runs from
; its end. What only the registration used goes.

; CHECK-NOT: __dso_handle
; CHECK-NOT: __cxa_atexit
; CHECK-DAG: @wherry.destructors.length = internal addrspace(1) global i32 0
; CHECK-DAG: @wherry.destructors = internal addrspace(1) global [2 x i32] zeroinitializer
; CHECK: define internal spir_func void @constructor()
; CHECK-NEXT: %[[#PLACE:]] = atomicrmw add ptr addrspace(1) @wherry.destructors.length, i32 1 monotonic
; CHECK-NEXT: %[[#ENTRY:]] = getelementptr inbounds [2 x i32], ptr addrspace(1) @wherry.destructors, i32 0, i32 %[[#PLACE]]
; CHECK-NEXT: store i32 [[#NUMBER:]], ptr addrspace(1) %[[#ENTRY]]
; CHECK-NEXT: store i32 0, ptr addrspace(1) @object
; CHECK: define spir_kernel void @__wherry_global_destructors()
; CHECK: switch i32 %{{.*}}, label %next [
; CHECK-DAG: i32 [[#NUMBER]], label %[[DESTROY:.*]]
; CHECK: ]
; CHECK: [[DESTROY]]:
; CHECK-NEXT: call spir_func void @destructor(ptr addrspace(4) null)
; CHECK-NEXT: br label %next
@__dso_handle = external hidden addrspace(1) global i8
@object = addrspace(1) global i32 5
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @constructor, ptr null }]

declare spir_func i32 @__cxa_atexit(ptr, ptr, ptr addrspace(1))
declare spir_func void @destructor(ptr addrspace(4))
declare spir_func void @another(ptr addrspace(4))

define internal spir_kernel void @constructor() {
  %done = call spir_func i32 @__cxa_atexit(ptr @destructor, ptr null, ptr addrspace(1) @__dso_handle)
  store i32 %done, ptr addrspace(1) @object
  ret void
}

; A static variable's, in a function.
define spir_kernel void @test() {
  %done = call spir_func i32 @__cxa_atexit(ptr @another, ptr null, ptr addrspace(1) @__dso_handle)
  ret void
}
