; RUN: wherry-opt -passes=opaque-types %s | FileCheck %s
; A block that captures a queue keeps it in a structure (OpenCL C 6.14.9), as Clang makes it: the structure's members
; change their types too, in private variables, in addresses, and in initial values.

; CHECK: @block = internal addrspace(1) constant { i32, i64, [2 x ptr addrspace(1)] } { i32 24, i64 0, [2 x ptr addrspace(1)] zeroinitializer }
@block = internal addrspace(1) constant { i32, target("spirv.ReserveId"), [2 x target("spirv.Queue")] }
    { i32 24, target("spirv.ReserveId") zeroinitializer, [2 x target("spirv.Queue")] zeroinitializer }

; A structure without them stays, by its name.
; CHECK-LABEL: define ptr @keep(
; CHECK-NEXT:  getelementptr %kept, ptr %p, i32 0, i32 1
%kept = type { i32, float }
define ptr @keep(ptr %p) {
  %place = getelementptr %kept, ptr %p, i32 0, i32 1
  ret ptr %place
}

; CHECK-LABEL: define void @capture(ptr addrspace(1) %queue)
; CHECK-NEXT:  %captures = alloca <{ i32, i32, ptr, ptr addrspace(1), i8 }>, align 8
; CHECK-NEXT:  %place = getelementptr inbounds nuw <{ i32, i32, ptr, ptr addrspace(1), i8 }>, ptr %captures, i32 0, i32 3
; CHECK-NEXT:  store ptr addrspace(1) %queue, ptr %place
define void @capture(target("spirv.Queue") %queue) {
  %captures = alloca <{ i32, i32, ptr, target("spirv.Queue"), i8 }>, align 8
  %place = getelementptr inbounds nuw <{ i32, i32, ptr, target("spirv.Queue"), i8 }>, ptr %captures, i32 0, i32 3
  store target("spirv.Queue") %queue, ptr %place
  ret void
}
