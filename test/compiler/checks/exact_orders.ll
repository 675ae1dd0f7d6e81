; RUN: wherry-opt -passes=exact-orders %s 2>/dev/null | FileCheck %s
; Atomic functions and fences whose order is a constant get this order, and the scope of the work-group. Others are left
; to the library, whose orders are strong enough for all.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @atomics(
; CHECK-NEXT:    load atomic volatile i32, ptr addrspace(4) %p monotonic, align 4
; CHECK-NEXT:    store atomic volatile i32 1, ptr addrspace(4) %p release, align 4
; CHECK-NEXT:    store atomic volatile i32 1, ptr addrspace(4) %p syncscope("workgroup") release, align 4
; CHECK-NEXT:    atomicrmw volatile add ptr addrspace(4) %p, i32 2 acq_rel, align 4
; CHECK-NEXT:    atomicrmw volatile umin ptr addrspace(4) %p, i32 2 monotonic, align 4
; CHECK-NEXT:    atomicrmw volatile fadd ptr addrspace(4) %p, float 2.000000e+00 monotonic, align 4
; CHECK-NEXT:    %[[BEFORE:.*]] = atomicrmw volatile xchg ptr addrspace(4) %p, i32 1 acquire, align 4
; CHECK-NEXT:    icmp ne i32 %[[BEFORE]], 0
; CHECK-NEXT:    store atomic volatile i32 0, ptr addrspace(4) %p release, align 4
; CHECK-NEXT:    fence syncscope("device:2") release
; CHECK-NEXT:    ret void
define void @atomics(ptr addrspace(4) %p) {
  %now = call i32 @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4) %p, i32 0)
  call void @_Z21atomic_store_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4) %p, i32 1, i32 3, i32 2)
  call void @_Z21atomic_store_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4) %p, i32 1, i32 3, i32 1)
  %a = call i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order(ptr addrspace(4) %p, i32 2, i32 4)
  %b = call i32 @_Z25atomic_fetch_min_explicitPU3AS4VU7_Atomicjj12memory_order(ptr addrspace(4) %p, i32 2, i32 0)
  %c = call float @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicff12memory_order(ptr addrspace(4) %p, float 2.0, i32 0)
  %d = call i1 @_Z33atomic_flag_test_and_set_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4) %p, i32 2)
  call void @_Z26atomic_flag_clear_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4) %p, i32 3)
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 3, i32 2)
  call void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 0, i32 2)
  ret void
}

; CHECK-LABEL: define i1 @exchange(
; CHECK:         %[[EXPECTED:.*]] = load i32, ptr addrspace(4) %expected, align 4
; CHECK-NEXT:    %[[BITS:.*]] = bitcast float %desired to i32
; CHECK-NEXT:    %[[PAIR:.*]] = cmpxchg volatile ptr addrspace(4) %p, i32 %[[EXPECTED]], i32 %[[BITS]] acquire monotonic, align 4
; CHECK-NEXT:    %[[SAME:.*]] = extractvalue { i32, i1 } %[[PAIR]], 1
; CHECK:         %[[SEEN:.*]] = extractvalue { i32, i1 } %[[PAIR]], 0
; CHECK-NEXT:    store i32 %[[SEEN]], ptr addrspace(4) %expected, align 4
; CHECK:         ret i1 %[[SAME]]
define i1 @exchange(ptr addrspace(4) %p, ptr addrspace(4) %expected, float %desired) {
  %same = call i1 @_Z39atomic_compare_exchange_strong_explicitPU3AS4VU7_AtomicfPU3AS4ff12memory_orderS4_12memory_scope(ptr addrspace(4) %p, ptr addrspace(4) %expected, float %desired, i32 2, i32 0, i32 2)
  ret i1 %same
}

; CHECK-LABEL: define void @others(
; CHECK-NEXT:    call i32 @_Z20atomic_load_explicit
; CHECK-NEXT:    call i32 @_Z20atomic_load_explicit
; CHECK-NEXT:    call i32 @_Z11atomic_load
define void @others(ptr addrspace(4) %p, i32 %order) {
  %a = call i32 @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4) %p, i32 %order)
  %b = call i32 @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4) %p, i32 3)
  %c = call i32 @_Z11atomic_loadPU3AS4VU7_Atomici(ptr addrspace(4) %p)
  ret void
}

declare i32 @_Z11atomic_loadPU3AS4VU7_Atomici(ptr addrspace(4))
declare i32 @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4), i32)
declare void @_Z21atomic_store_explicitPU3AS4VU7_Atomicii12memory_order12memory_scope(ptr addrspace(4), i32, i32, i32)
declare i32 @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicii12memory_order(ptr addrspace(4), i32, i32)
declare i32 @_Z25atomic_fetch_min_explicitPU3AS4VU7_Atomicjj12memory_order(ptr addrspace(4), i32, i32)
declare float @_Z25atomic_fetch_add_explicitPU3AS4VU7_Atomicff12memory_order(ptr addrspace(4), float, i32)
declare i1 @_Z33atomic_flag_test_and_set_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4), i32)
declare void @_Z26atomic_flag_clear_explicitPU3AS4VU7_Atomici12memory_order(ptr addrspace(4), i32)
declare void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32, i32, i32)
declare i1 @_Z39atomic_compare_exchange_strong_explicitPU3AS4VU7_AtomicfPU3AS4ff12memory_orderS4_12memory_scope(ptr addrspace(4), ptr addrspace(4), float, i32, i32, i32)
