; RUN: wherry-opt -passes=opaque-types %s | FileCheck %s
; A function whose type changes is made anew: linkage, calling convention, attributes, kernel metadata and debug
; locations stay, as do its uses.

; CHECK-LABEL: define internal spir_func i32 @packets(
; CHECK-SAME:  ptr addrspace(1) noundef %pipe) #[[MARKED:[0-9]+]]
; CHECK:       call spir_func i32 @packets(ptr addrspace(1) noundef %pipe) #[[COLD:[0-9]+]]
define internal spir_func i32 @packets(target("spirv.Pipe", 0) noundef %pipe) #0 {
  %packets = call spir_func i32 @packets(target("spirv.Pipe", 0) noundef %pipe) #1
  ret i32 %packets
}

; CHECK-LABEL: define dso_local spir_kernel void @consume(
; CHECK-SAME:  !dbg ![[SUBPROGRAM:[0-9]+]]
; CHECK-SAME:  !kernel_arg_type_qual ![[QUALIFIERS:[0-9]+]]
; CHECK-NEXT:  call spir_func i32 @packets(ptr addrspace(1) %in), !dbg ![[LINE:[0-9]+]]
define dso_local spir_kernel void @consume(target("spirv.Pipe", 0) %in) !dbg !4 !kernel_arg_type_qual !7 {
  %packets = call spir_func i32 @packets(target("spirv.Pipe", 0) %in), !dbg !6
  ret void, !dbg !6
}

; CHECK-DAG: attributes #[[MARKED]] = { alwaysinline convergent }
; CHECK-DAG: attributes #[[COLD]] = { cold }
attributes #0 = { alwaysinline convergent }
attributes #1 = { cold }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK-DAG: ![[SUBPROGRAM]] = distinct !DISubprogram(name: "consume"
; CHECK-DAG: ![[LINE]] = !DILocation(line: 7, column: 3, scope: ![[SUBPROGRAM]])
; CHECK-DAG: ![[QUALIFIERS]] = !{!"pipe"}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "pipe.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "consume", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !{!"pipe"}
