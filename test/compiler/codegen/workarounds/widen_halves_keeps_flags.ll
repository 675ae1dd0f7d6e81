; RUN: wherry-opt -passes=widen-halves %s | FileCheck %s
; The function in float has the fast-math flags and the location of the function of half.

; CHECK-LABEL: @flags(
; CHECK:       fpext half %x to float, !dbg ![[LINE:[0-9]+]]
; CHECK:       call nnan nsz float @llvm.sqrt.f32(float %{{.*}}), !dbg ![[LINE]]
; CHECK:       fptrunc float {{.*}}, !dbg ![[LINE]]
; CHECK:       call float @llvm.floor.f32(
define half @flags(half %x) !dbg !4 {
  %root = call nnan nsz half @llvm.sqrt.f16(half %x), !dbg !6
  %result = call half @llvm.floor.f16(half %root)
  ret half %result
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK: ![[LINE]] = !DILocation(line: 7,
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "half.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "flags", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
