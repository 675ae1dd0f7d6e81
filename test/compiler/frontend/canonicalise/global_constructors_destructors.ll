; RUN: wherry-opt -passes=global-constructors %s | FileCheck %s
; Destructors are registered for no object (Clang passes null): the registration goes, and what only it used.

; CHECK-NOT: __dso_handle
; CHECK-NOT: __cxa_atexit
; CHECK: define internal spir_func void @constructor()
; CHECK-NEXT: store i32 0, ptr addrspace(1) @object
@__dso_handle = external hidden addrspace(1) global i8
@object = addrspace(1) global i32 5
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @constructor, ptr null }]

declare spir_func i32 @__cxa_atexit(ptr, ptr, ptr addrspace(1))
declare spir_func void @destructor(ptr addrspace(4))

define internal spir_kernel void @constructor() {
  %done = call spir_func i32 @__cxa_atexit(ptr @destructor, ptr null, ptr addrspace(1) @__dso_handle)
  store i32 %done, ptr addrspace(1) @object
  ret void
}
