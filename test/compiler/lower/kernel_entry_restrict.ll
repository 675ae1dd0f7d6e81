; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; Buffers of restrict arguments are apart from each other, of the other ones nothing is known.

; CHECK-LABEL: define void @wg.test(
; CHECK:       %out = load ptr addrspace(1), ptr %{{.*}}, align 8, {{.*}}!wherry.apart ![[FIRST:[0-9]+]]
; CHECK:       %in = load ptr addrspace(1), ptr %{{.*}}, align 8, {{.*}}!wherry.apart ![[SECOND:[0-9]+]]
; CHECK:       %other = load ptr addrspace(1), ptr %{{.*}}, align 8
; CHECK-NOT:   wherry.apart
; CHECK:       call void @use(
; CHECK-DAG:   ![[FIRST]] = !{i32 0}
; CHECK-DAG:   ![[SECOND]] = !{i32 1}
define spir_kernel void @test(ptr addrspace(1) noalias align 4 %out, ptr addrspace(1) noalias align 4 %in, ptr addrspace(1) align 4 %other) {
  call void @use(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(1) %other)
  ret void
}

declare void @use(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1))
