; RUN: wherry-opt -passes=measure-program-scope %s | FileCheck %s
; CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE reports the bytes of program-scope variables in global memory. Later
; passes may drop variables, so a module flag keeps the sum from the beginning. Constants, local variables and
; declarations do not count.

target datalayout = "e-i64:64-v96:128"

; CHECK-DAG: @counter = addrspace(1) global i64 0
; CHECK-DAG: @table = internal addrspace(1) global [3 x <3 x float>] zeroinitializer
; CHECK-DAG: @lookup = internal addrspace(2) constant [1000 x i32] zeroinitializer
@counter = addrspace(1) global i64 0
@table = internal addrspace(1) global [3 x <3 x float>] zeroinitializer
@lookup = internal addrspace(2) constant [1000 x i32] zeroinitializer
@tile = internal addrspace(3) global [1000 x i32] undef
@elsewhere = external addrspace(1) global [1000 x i32]

; CHECK: !llvm.module.flags = !{![[FLAG:[0-9]+]]}
; CHECK: ![[FLAG]] = !{i32 7, !"wherry.program_scope_bytes", i64 56}
