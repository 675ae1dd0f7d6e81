; RUN: wherry-opt -passes='function(local-atomics)' %s | FileCheck %s
; One thread runs a whole work-group, so no other thread changes its local memory: atomic changes become loads and stores.
; The result of an atomic change is the value before it.

; CHECK-LABEL: @changes(
; CHECK-NEXT:  %[[SUM_BEFORE:.*]] = load i32, ptr addrspace(3) %count
; CHECK-NEXT:  %[[SUM:.*]] = add i32 %[[SUM_BEFORE]], %x
; CHECK-NEXT:  store i32 %[[SUM]], ptr addrspace(3) %count
; CHECK-NEXT:  %[[MOST_BEFORE:.*]] = load i32, ptr addrspace(3) %count
; CHECK:       %[[MOST:.*]] = select i1 %{{.*}}, i32 %[[MOST_BEFORE]], i32 %x
; CHECK-NEXT:  store i32 %[[MOST]], ptr addrspace(3) %count
; CHECK-NEXT:  %[[FLOAT:.*]] = load float, ptr addrspace(3) %total
; CHECK-NEXT:  fadd float %[[FLOAT]], %f
; CHECK-NOT:   atomicrmw
; CHECK:       add i32 %[[SUM_BEFORE]], %[[MOST_BEFORE]]
define i32 @changes(ptr addrspace(3) %count, i32 %x, ptr addrspace(3) %total, float %f) {
  %sum = atomicrmw add ptr addrspace(3) %count, i32 %x syncscope("workgroup") seq_cst
  %most = atomicrmw umax ptr addrspace(3) %count, i32 %x monotonic
  %float = atomicrmw fadd ptr addrspace(3) %total, float %f monotonic
  %both = add i32 %sum, %most
  ret i32 %both
}

; CHECK-LABEL: @exchanges(
; CHECK-NEXT:  %[[BEFORE:.*]] = load i64, ptr addrspace(3) %lock
; CHECK-NEXT:  %[[SAME:.*]] = icmp eq i64 %[[BEFORE]], %expected
; CHECK-NEXT:  %[[AFTER:.*]] = select i1 %[[SAME]], i64 %new, i64 %[[BEFORE]]
; CHECK-NEXT:  store i64 %[[AFTER]], ptr addrspace(3) %lock
; CHECK-NOT:   cmpxchg
; CHECK:       ret
define { i64, i1 } @exchanges(ptr addrspace(3) %lock, i64 %expected, i64 %new) {
  %result = cmpxchg ptr addrspace(3) %lock, i64 %expected, i64 %new acq_rel monotonic
  ret { i64, i1 } %result
}
