; RUN: wherry-opt -passes='print<work-item-uniformity>' -disable-output %s 2>&1 | FileCheck %s
; Atomics and volatile loads may give each work-item another value. A plain load from a uniform address is uniform, as
; another work-item may not write there within a region.

; CHECK-LABEL: work-item-uniformity of 'wg.k':
; CHECK-NEXT:    divergent %volatile
; CHECK-NEXT:    divergent %before
; CHECK-NEXT:    divergent %called
; CHECK-NOT:     {{.}}
define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" {
entry:
  %data = load ptr addrspace(1), ptr %args, !invariant.load !0
  %loaded = load i32, ptr addrspace(1) %data
  %volatile = load volatile i32, ptr addrspace(1) %data
  %before = atomicrmw add ptr addrspace(1) %data, i32 1 seq_cst
  %called = call i32 @reads(ptr addrspace(1) %data)
  %computed = call i32 @computes(i32 %loaded)
  ret void
}

; No work-group function.
define void @helper(i64 %i) {
  %x = call i64 @__wherry_local_id(i32 0)
  ret void
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare i32 @reads(ptr addrspace(1)) memory(read)
declare i32 @computes(i32) memory(none)

!0 = !{}
