; RUN: wherry-opt -passes='enqueued-blocks,always-inline' %s | FileCheck %s
; The kernel that Clang makes of a block has no lines of its own: it gets the block's, so that what is inlined keeps them.

; CHECK: define spir_kernel void @block_kernel({{.*}} !dbg [[KERNEL:![0-9]+]]
; CHECK-NEXT: store i32 1, ptr addrspace(4) %literal, {{.*}}!dbg [[PLACE:![0-9]+]]
; CHECK-DAG: [[KERNEL]] = distinct !DISubprogram(name: "block_kernel", {{.*}}line: 4, {{.*}}flags: DIFlagArtificial
; CHECK-DAG: [[PLACE]] = !DILocation(line: 5, column: 7, scope: {{.*}}, inlinedAt: [[AT:![0-9]+]])
; CHECK-DAG: [[AT]] = {{.*}}!DILocation(line: 4, scope: [[KERNEL]])
declare spir_func i32 @__enqueue_kernel_basic(ptr addrspace(1), i32, ptr, ptr addrspace(4), ptr addrspace(4))

define spir_kernel void @test(ptr addrspace(1) %q) {
  %r = call spir_func i32 @__enqueue_kernel_basic(ptr addrspace(1) %q, i32 0, ptr null, ptr addrspace(4) addrspacecast (ptr @block_kernel to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

define internal spir_func void @block(ptr addrspace(4) %literal) alwaysinline !dbg !5 {
  store i32 1, ptr addrspace(4) %literal, !dbg !6
  ret void, !dbg !6
}

define spir_kernel void @block_kernel(ptr addrspace(4) %literal) {
  call spir_func void @block(ptr addrspace(4) %literal)
  ret void
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "input.cl", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "block", file: !2, line: 4, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 5, column: 7, scope: !5)
