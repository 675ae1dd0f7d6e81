; RUN: wherry-opt -passes='print<argument-origin>' -disable-output %s 2>&1 | FileCheck %s
; Local variables, private variables, and variables of program scope; both sides of a memory intrinsic.

; CHECK:      argument-origin of 'wg.variables':
; CHECK-NEXT:   write at %element: private variable %v
; CHECK-NEXT:   read at @table: program-scope variable @table
; CHECK-NEXT:   write at {{.*}}: local variable @variables.tile
; CHECK-NEXT:   write at @counter: program-scope variable @counter
; CHECK-NOT:  {{[a-z]}}
@variables.tile = internal addrspace(3) global [64 x float] undef
@table = internal addrspace(2) constant [4 x i32] zeroinitializer
@counter = internal addrspace(1) global i32 0

define void @wg.variables(ptr %args, ptr %context) "wherry-kernel"="variables" {
  %v = alloca [8 x i32]
  %element = getelementptr i32, ptr %v, i64 2
  call void @llvm.memcpy.p0.p2.i64(ptr %element, ptr addrspace(2) @table, i64 16, i1 false)
  store float 0.0, ptr addrspace(3) getelementptr (float, ptr addrspace(3) @variables.tile, i64 5)
  %old = atomicrmw add ptr addrspace(1) @counter, i32 1 monotonic
  ret void
}
