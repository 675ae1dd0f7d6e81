; RUN: opt -passes='print<uniformity>' -disable-output %s 2>&1 | FileCheck %s
; Only odd work-items give %x a value. LLVM takes the phi for uniform, as an undefined value may be any; but every
; work-item writes a value that the work-group keeps once. Once LLVM calls %way divergent, overlooks_undefined() in
; analysis/uniformity.cpp can go.

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: BLOCK all
; CHECK-NOT:   DIVERGENT
; CHECK:       %way = phi i32
define amdgpu_kernel void @undefined(ptr addrspace(1) %out, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %odd = trunc i32 %id to i1
  br i1 %odd, label %some, label %all

some:
  %x = add i32 %n, 1
  br label %all

all:
  %way = phi i32 [ %x, %some ], [ poison, %entry ]
  store i32 %way, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
