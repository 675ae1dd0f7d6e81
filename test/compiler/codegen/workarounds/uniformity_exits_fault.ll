; RUN: opt -passes='print<uniformity>' -disable-output %s 2>&1 | FileCheck %s
; Odd work-items leave the loop behind %a, the others at its header. LLVM takes the phi behind the loop for uniform, as it
; takes no value from the loop. Once LLVM calls %way divergent, it has mended the fault, and overlooks_left_cycles() in
; analysis/uniformity.cpp can go.

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: BLOCK exit
; CHECK-NOT:   DIVERGENT
; CHECK:       %way = phi i32
define amdgpu_kernel void @left(ptr addrspace(1) %out, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %odd = trunc i32 %id to i1
  br label %header

header:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  %late = icmp eq i32 %i, %n
  br i1 %late, label %exit, label %choice

choice:
  br i1 %odd, label %a, label %latch

a:
  %soon = icmp eq i32 %i, 3
  br i1 %soon, label %exit, label %latch

latch:
  br label %header

exit:
  %way = phi i32 [ 1, %a ], [ 2, %header ]
  store i32 %way, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
