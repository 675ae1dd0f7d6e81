; RUN: wherry-opt -passes=exact-orders %s 2>/dev/null | FileCheck %s
; A scope of the work-item, the work-group or the sub-group is one of the work-group, also of an exchange and a flag;
; without a scope, the device. The scope of a fence says its flags too; OpenCL 1's are of the device.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @scopes(
; CHECK-NEXT:    load atomic volatile i32, ptr addrspace(1) %p syncscope("workgroup") acquire
; CHECK-NEXT:    load atomic volatile i32, ptr addrspace(1) %p syncscope("workgroup") acquire
; CHECK-NEXT:    load atomic volatile i32, ptr addrspace(1) %p acquire
; CHECK-NEXT:    load atomic volatile i32, ptr addrspace(1) %p acquire
; CHECK-NEXT:    atomicrmw volatile xchg ptr addrspace(1) %p, i32 5 syncscope("workgroup") acq_rel
; CHECK-NEXT:    store atomic volatile i32 0, ptr addrspace(1) %p syncscope("workgroup") release
; CHECK-NEXT:    load atomic volatile i32, ptr addrspace(1) %p syncscope("workgroup") acquire
; CHECK-NEXT:    ret void
define void @scopes(ptr addrspace(1) %p) {
  %a = call i32 @_Z20atomic_load_explicitPU3AS1VU7_Atomici12memory_order12memory_scope(ptr addrspace(1) %p, i32 2, i32 0)
  %b = call i32 @_Z20atomic_load_explicitPU3AS1VU7_Atomici12memory_order12memory_scope(ptr addrspace(1) %p, i32 2, i32 1)
  %c = call i32 @_Z20atomic_load_explicitPU3AS1VU7_Atomici12memory_order12memory_scope(ptr addrspace(1) %p, i32 2, i32 2)
  %d = call i32 @_Z20atomic_load_explicitPU3AS1VU7_Atomici12memory_order(ptr addrspace(1) %p, i32 2)
  %e = call i32 @_Z24atomic_exchange_explicitPU3AS1VU7_Atomicii12memory_order12memory_scope(ptr addrspace(1) %p, i32 5, i32 4, i32 1)
  call void @_Z26atomic_flag_clear_explicitPU3AS1VU7_Atomici12memory_order12memory_scope(ptr addrspace(1) %p, i32 3, i32 1)
  %f = call i32 @_Z20atomic_load_explicitPU3AS1VU7_Atomici12memory_order12memory_scope(ptr addrspace(1) %p, i32 2, i32 4)
  ret void
}

; CHECK-LABEL: define void @fences(
; CHECK-NEXT:    fence syncscope("workgroup:1") release
; CHECK-NEXT:    fence syncscope("device:2") acquire
; CHECK-NEXT:    fence syncscope("device:1") acq_rel
; CHECK-NEXT:    fence syncscope("device:1") acquire
; CHECK-NEXT:    fence syncscope("device:2") release
; CHECK-NEXT:    call void @_Z9mem_fencej(i32 %flags)
; CHECK-NEXT:    call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 %flags, i32 4, i32 1)
; CHECK-NEXT:    ret void
define void @fences(i32 %flags) {
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 1, i32 3, i32 1)
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 2, i32 2)
  call void @_Z9mem_fencej(i32 1)
  call void @_Z14read_mem_fencej(i32 1)
  call void @_Z15write_mem_fencej(i32 2)
  call void @_Z9mem_fencej(i32 %flags)
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 %flags, i32 4, i32 1)
  ret void
}

; Of fences from SPIR-V, whose metadata say their flags.
; CHECK-LABEL: define void @marked(
; CHECK-NEXT:    fence syncscope("workgroup:5") release
; CHECK-NEXT:    fence syncscope("device:2") acquire
; CHECK-NEXT:    fence acquire
; CHECK-NEXT:    ret void
define void @marked() {
  fence syncscope("workgroup") release, !wherry.fence_flags !0
  fence acquire, !wherry.fence_flags !1
  fence acquire
  ret void
}

!0 = !{i32 5}
!1 = !{i32 2}

declare void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32, i32, i32)
declare void @_Z9mem_fencej(i32)
declare void @_Z14read_mem_fencej(i32)
declare void @_Z15write_mem_fencej(i32)

declare i32 @_Z20atomic_load_explicitPU3AS1VU7_Atomici12memory_order12memory_scope(ptr addrspace(1), i32, i32)
declare i32 @_Z20atomic_load_explicitPU3AS1VU7_Atomici12memory_order(ptr addrspace(1), i32)
declare i32 @_Z24atomic_exchange_explicitPU3AS1VU7_Atomicii12memory_order12memory_scope(ptr addrspace(1), i32, i32, i32)
declare void @_Z26atomic_flag_clear_explicitPU3AS1VU7_Atomici12memory_order12memory_scope(ptr addrspace(1), i32, i32)
