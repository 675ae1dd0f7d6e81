; RUN: wherry-opt -passes=dead-ends %s | FileCheck %s
; Kernels whose sub-groups do not matter, and functions that are no kernels, keep their endless loops and traps.

; CHECK-LABEL: define void @wg.kernel(
; CHECK:       spin:
; CHECK-NEXT:  br label %spin
; CHECK:       traps:
; CHECK-NEXT:  call void @llvm.trap()
; CHECK-NEXT:  unreachable
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" {
entry:
  %stop = load i1, ptr %args
  br i1 %stop, label %spin, label %traps
spin:
  br label %spin
traps:
  call void @llvm.trap()
  unreachable
}

; CHECK-LABEL: define void @helper(
; CHECK:       spin:
; CHECK-NEXT:  br label %spin
define void @helper(ptr %args, ptr %context) "wherry-sub-groups" {
entry:
  br label %spin
spin:
  br label %spin
}
