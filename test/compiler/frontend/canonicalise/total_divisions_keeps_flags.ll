; RUN: wherry-opt -passes=total-divisions %s | FileCheck %s
; Flags and debug locations of a division stay, and the guard of its divisor has the same location. Divisions of
; floating point are defined for every number: they stay as they are, flags and all.

; CHECK-LABEL: @flags(
; CHECK:       icmp eq i32 %by, 0, !dbg ![[LINE:[0-9]+]]
; CHECK:       select {{.*}}, !dbg ![[LINE]]
; CHECK-NEXT:  %quotient = udiv exact i32 %x, %{{.*}}, !dbg ![[LINE]]
define i32 @flags(i32 %x, i32 %by) !dbg !4 {
  %quotient = udiv exact i32 %x, %by, !dbg !6
  ret i32 %quotient, !dbg !7
}

; CHECK-LABEL: @floats(
; CHECK-NEXT:  %quotient = fdiv fast float %x, %by
; CHECK-NEXT:  %rest = frem float %quotient, %by
; CHECK-NEXT:  ret float %rest
define float @floats(float %x, float %by) {
  %quotient = fdiv fast float %x, %by
  %rest = frem float %quotient, %by
  ret float %rest
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK: ![[LINE]] = !DILocation(line: 7,
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "division.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "flags", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !DILocation(line: 8, column: 3, scope: !4)
