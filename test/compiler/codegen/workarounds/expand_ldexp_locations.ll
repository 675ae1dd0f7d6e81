; RUN: wherry-opt -passes=expand-ldexp %s | FileCheck %s
; Every call is replaced, in all functions, and the products have its location.

; CHECK-LABEL: @one(
; CHECK-COUNT-2: fmul float {{.*}}, !dbg ![[LINE:[0-9]+]]
; CHECK:       ret float
define float @one(float %y, i32 %n) !dbg !4 {
  %result = call float @llvm.ldexp.f32.i32(float %y, i32 %n), !dbg !6
  ret float %result, !dbg !7
}

; CHECK-LABEL: @two(
; CHECK-COUNT-4: fmul float
; CHECK:       ret float
; CHECK-NOT:   @llvm.ldexp
define float @two(float %y, i32 %n) {
  %once = call float @llvm.ldexp.f32.i32(float %y, i32 %n)
  %twice = call float @llvm.ldexp.f32.i32(float %once, i32 %n)
  ret float %twice
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK: ![[LINE]] = !DILocation(line: 7,
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "ldexp.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "one", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !DILocation(line: 8, column: 3, scope: !4)
