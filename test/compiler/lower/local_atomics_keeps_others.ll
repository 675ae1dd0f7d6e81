; RUN: wherry-opt -passes='function(local-atomics)' %s | FileCheck %s
; Global memory is shared with other groups, and a generic pointer may point there: those operations stay atomic. What
; is not atomic stays anyway.

; CHECK-LABEL: @kept(
; CHECK-NEXT:  %global = atomicrmw add ptr addrspace(1) %out, i32 1 syncscope("device") acq_rel, align 4
; CHECK-NEXT:  %generic = atomicrmw xchg ptr addrspace(4) %any, i32 2 monotonic, align 4
; CHECK-NEXT:  %exchange = cmpxchg weak ptr addrspace(1) %out, i32 0, i32 1 seq_cst monotonic, align 4
; CHECK-NEXT:  %private = atomicrmw or ptr %own, i32 4 monotonic, align 4
; CHECK-NEXT:  fence syncscope("workgroup") acq_rel
; CHECK-NEXT:  %value = load volatile i32, ptr addrspace(3) %tile, align 4
; CHECK-NEXT:  store i32 %value, ptr addrspace(3) %tile, align 4
; CHECK-NEXT:  ret void
define void @kept(ptr addrspace(1) %out, ptr addrspace(4) %any, ptr %own, ptr addrspace(3) %tile) {
  %global = atomicrmw add ptr addrspace(1) %out, i32 1 syncscope("device") acq_rel, align 4
  %generic = atomicrmw xchg ptr addrspace(4) %any, i32 2 monotonic, align 4
  %exchange = cmpxchg weak ptr addrspace(1) %out, i32 0, i32 1 seq_cst monotonic, align 4
  %private = atomicrmw or ptr %own, i32 4 monotonic, align 4
  fence syncscope("workgroup") acq_rel
  %value = load volatile i32, ptr addrspace(3) %tile, align 4
  store i32 %value, ptr addrspace(3) %tile, align 4
  ret void
}
