; RUN: opt -passes='print<uniformity>' -disable-output %s 2>&1 | FileCheck %s
; Odd work-items leave the loop in iteration 3, the others in iteration %n: %i differs behind the loop. LLVM does not see
; that where work-items diverge in the loop's header; in @in_body, where they diverge in the next block, LLVM does. Once
; LLVM calls %twice divergent in both, it has mended the fault, and the pass divergent-headers can go.

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: UniformityInfo for function 'in_header'
; CHECK-LABEL: BLOCK exit
; CHECK-NOT:   DIVERGENT
; CHECK:       %twice = add i32 %i, %i
define amdgpu_kernel void @in_header(ptr addrspace(1) %out, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %odd = trunc i32 %id to i1
  br label %header

header:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  br i1 %odd, label %a, label %latch

a:
  %soon = icmp eq i32 %i, 3
  br i1 %soon, label %exit, label %latch

latch:
  %next = add i32 %i, 1
  %late = icmp eq i32 %next, %n
  br i1 %late, label %exit, label %header

exit:
  %twice = add i32 %i, %i
  store i32 %twice, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: UniformityInfo for function 'in_body'
; CHECK-LABEL: BLOCK exit
; CHECK:       DIVERGENT: %twice = add i32 %i, %i
define amdgpu_kernel void @in_body(ptr addrspace(1) %out, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %odd = trunc i32 %id to i1
  br label %header

header:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  br label %body

body:
  br i1 %odd, label %a, label %latch

a:
  %soon = icmp eq i32 %i, 3
  br i1 %soon, label %exit, label %latch

latch:
  %next = add i32 %i, 1
  %late = icmp eq i32 %next, %n
  br i1 %late, label %exit, label %header

exit:
  %twice = add i32 %i, %i
  store i32 %twice, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
