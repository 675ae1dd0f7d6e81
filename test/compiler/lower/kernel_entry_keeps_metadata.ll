; RUN: wherry-opt -passes=kernel-entry %s | FileCheck %s
; The work-group function takes over what Clang says of the kernel, and its debug information: two functions cannot
; share a subprogram. Attributes of the kernel as it was written that forbid inlining and optimising go: the function of
; a group is nothing that a debugger steps through by itself. That the kernel is free of loops stays known.

; CHECK-LABEL: define void @wg.kernel(
; CHECK-SAME:  #[[FACTS:[0-9]+]] !dbg ![[SUBPROGRAM:[0-9]+]] !kernel_arg_name ![[NAMES:[0-9]+]]
; CHECK:       %n = load i32, {{.*}}!dbg
; CHECK:       store i32 %n, ptr addrspace(1) %out, align 4, !dbg ![[LINE:[0-9]+]]
; CHECK-NOT:   @kernel
define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %n) #0 !dbg !4 !kernel_arg_name !7 {
  store i32 %n, ptr addrspace(1) %out, align 4, !dbg !6
  ret void, !dbg !6
}

; CHECK:      attributes #[[FACTS]] = { convergent nounwind
; CHECK-NOT:  noinline
; CHECK-NOT:  optnone
; CHECK-SAME: "wherry-kernel"="kernel"
; CHECK-SAME: "wherry-loop-free"
attributes #0 = { convergent noinline optnone "wherry-loop-free" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK-DAG: ![[SUBPROGRAM]] = distinct !DISubprogram(name: "kernel"
; CHECK-DAG: ![[NAMES]] = !{!"out", !"n"}
; CHECK-DAG: ![[LINE]] = !DILocation(line: 7,
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !{!"out", !"n"}
