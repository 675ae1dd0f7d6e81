; RUN: wherry-opt -passes=exact-orders %s 2>/dev/null | FileCheck %s
; Left alone: functions of the program, of one name with the library's; orders that a function does not allow.

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @declined(
; CHECK-NEXT:    call i32 @_Z25atomic_fetch_add_explicitPii12memory_order(
; CHECK-NEXT:    call void @_Z21atomic_store_explicitPU3AS1VU7_Atomicii12memory_order(
; CHECK-NEXT:    call i1 @_Z39atomic_compare_exchange_strong_explicit
; CHECK-NEXT:    call i32 @_Z26atomic_fetch_nand_explicit
; CHECK-NEXT:    ret void
define void @declined(ptr addrspace(1) %p, ptr addrspace(4) %expected) {
  %a = call i32 @_Z25atomic_fetch_add_explicitPii12memory_order(ptr addrspace(1) %p, i32 1, i32 0)
  call void @_Z21atomic_store_explicitPU3AS1VU7_Atomicii12memory_order(ptr addrspace(1) %p, i32 1, i32 2)
  %c = call i1 @_Z39atomic_compare_exchange_strong_explicitPU3AS1VU7_AtomiciPU3AS4ii12memory_orderS3_(ptr addrspace(1) %p, ptr addrspace(4) %expected, i32 1, i32 0, i32 3)
  %d = call i32 @_Z26atomic_fetch_nand_explicitPU3AS1VU7_Atomicii12memory_order(ptr addrspace(1) %p, i32 1, i32 0)
  ret void
}

define i32 @_Z25atomic_fetch_add_explicitPii12memory_order(ptr addrspace(1) %p, i32 %value, i32 %order) {
  ret i32 %value
}
declare void @_Z21atomic_store_explicitPU3AS1VU7_Atomicii12memory_order(ptr addrspace(1), i32, i32)
declare i1 @_Z39atomic_compare_exchange_strong_explicitPU3AS1VU7_AtomiciPU3AS4ii12memory_orderS3_(ptr addrspace(1), ptr addrspace(4), i32, i32, i32)
declare i32 @_Z26atomic_fetch_nand_explicitPU3AS1VU7_Atomicii12memory_order(ptr addrspace(1), i32, i32)
