; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; The block holds a local argument's offset in the group's local memory, which each group has elsewhere: its address is
; the context's local memory and that offset.

; CHECK-LABEL: define void @wg.kernel(
; CHECK-SAME:  !wherry.args ![[ARGS:[0-9]+]]
; CHECK:       getelementptr inbounds i8, ptr %args, i64 8
; CHECK:       %[[OFFSET:.*]] = load i64, ptr %{{.*}}, align 8, !invariant.load
; CHECK:       %[[FIELD:.*]] = getelementptr inbounds i8, ptr %context, i64
; CHECK:       %[[FLAT:.*]] = load ptr, ptr %[[FIELD]], align 8, !invariant.load
; CHECK:       %[[MEMORY:.*]] = addrspacecast ptr %[[FLAT]] to ptr addrspace(3)
; CHECK:       %[[SCRATCH:.*]] = getelementptr inbounds i8, ptr addrspace(3) %[[MEMORY]], i64 %[[OFFSET]]
; CHECK:       store i32 %{{.*}}, ptr addrspace(3) %[[SCRATCH]]
define spir_kernel void @kernel(i32 %n, ptr addrspace(3) align 16 %scratch) {
  store i32 %n, ptr addrspace(3) %scratch
  ret void
}

; CHECK: ![[ARGS]] = !{!{{[0-9]+}}, ![[ARG:[0-9]+]]}
; CHECK: ![[ARG]] = !{i32 8, i32 8, i32 8, i32 16, i1 true}
