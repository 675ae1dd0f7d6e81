; RUN: wherry-opt -passes=opaque-types %s | FileCheck %s
; A debugger's record of a variable follows the variable to its new type.

; CHECK-LABEL: define spir_func i64 @f(ptr addrspace(1) %pipe, i64 %reservation)
; CHECK:       #dbg_value(ptr addrspace(1) %pipe,
; CHECK:       #dbg_value(i64 %reservation,
; CHECK-NOT:   spirv.
define spir_func target("spirv.ReserveId") @f(target("spirv.Pipe", 0) %pipe, target("spirv.ReserveId") %reservation) !dbg !4 {
    #dbg_value(target("spirv.Pipe", 0) %pipe, !7, !DIExpression(), !6)
    #dbg_value(target("spirv.ReserveId") %reservation, !7, !DIExpression(), !6)
  ret target("spirv.ReserveId") %reservation, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "pipe.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "f", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !DILocalVariable(name: "pipe", scope: !4, file: !1, line: 6)
