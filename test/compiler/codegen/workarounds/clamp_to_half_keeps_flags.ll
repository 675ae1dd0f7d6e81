; RUN: wherry-opt -passes=clamp-to-half %s | FileCheck %s
; The conversion itself stays: its flag, its metadata and its location; only its operand is another.

; CHECK-LABEL: @flags(
; CHECK:       call i32 @llvm.umin.i32(i32 %x, i32 65520), !dbg ![[LINE:[0-9]+]]
; CHECK-NEXT:  %result = uitofp nneg i32 %{{.*}} to half, !dbg ![[LINE]], !marked ![[MARK:[0-9]+]]
define half @flags(i32 %x) !dbg !4 {
  %result = uitofp nneg i32 %x to half, !dbg !6, !marked !7
  ret half %result
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK-DAG: ![[LINE]] = !DILocation(line: 7,
; CHECK-DAG: ![[MARK]] = !{!"mark"}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "half.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "flags", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !{!"mark"}
