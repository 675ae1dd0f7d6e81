; RUN: wherry-opt -passes='function(local-atomics)' %s | FileCheck %s
; The loads and stores have the location of the atomic operation.

; CHECK-LABEL: @changes(
; CHECK:       load i32, ptr addrspace(3) %count, align 4, !dbg ![[LINE:[0-9]+]]
; CHECK:       store i32 %{{.*}}, ptr addrspace(3) %count, align 4, !dbg ![[LINE]]
; CHECK:       load i32, ptr addrspace(3) %count, align 4, !dbg ![[NEXT:[0-9]+]]
; CHECK:       store i32 %{{.*}}, ptr addrspace(3) %count, align 4, !dbg ![[NEXT]]
define i32 @changes(ptr addrspace(3) %count) !dbg !4 {
  %before = atomicrmw sub ptr addrspace(3) %count, i32 1 seq_cst, align 4, !dbg !6
  %pair = cmpxchg ptr addrspace(3) %count, i32 0, i32 1 seq_cst seq_cst, align 4, !dbg !7
  ret i32 %before
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK-DAG: ![[LINE]] = !DILocation(line: 7,
; CHECK-DAG: ![[NEXT]] = !DILocation(line: 8,
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "changes", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !DILocation(line: 8, column: 3, scope: !4)
