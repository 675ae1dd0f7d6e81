; RUN: wherry-opt -passes=declare-intrinsics,early-cse,simplifycfg,instcombine %s | FileCheck %s
; What the attributes are for: no pass of LLVM's takes a load over a barrier, or drops a barrier whose result no instruction
; uses; an unused id goes away.

; CHECK-LABEL: @kept(
; CHECK-NEXT:  store i32 1, ptr addrspace(3) %tile
; CHECK-NEXT:  call void @__wherry_barrier(i32 1)
; CHECK-NEXT:  %seen = load i32, ptr addrspace(3) %tile
; CHECK-NEXT:  call i64 @__wherry_reduce(
; CHECK-NEXT:  ret i32 %seen
define i32 @kept(ptr addrspace(3) %tile, ptr %row) {
  store i32 1, ptr addrspace(3) %tile
  %unused = call i64 @__wherry_local_id(i32 0)
  call void @__wherry_barrier(i32 1)
  %seen = load i32, ptr addrspace(3) %tile
  %nobody = call i64 @__wherry_reduce(ptr %row, i32 105, i32 43)
  ret i32 %seen
}

declare i64 @__wherry_local_id(i32)
declare void @__wherry_barrier(i32)
declare i64 @__wherry_reduce(ptr, i32, i32)
