; RUN: wherry-opt -passes=reciprocal-estimates %s | FileCheck %s
; y / sqrt(x) is y times the reciprocal root, with the division's flags. A root with another use stays.

declare float @llvm.sqrt.f32(float)

; CHECK-LABEL: @numerator(
; CHECK-NOT:   @llvm.sqrt
; CHECK:       %[[ROOT:.*]] = select i1
; CHECK-NEXT:  %[[PRODUCT:.*]] = fmul nnan arcp float %y, %[[ROOT]], !dbg ![[LINE:[0-9]+]]
; CHECK-NEXT:  ret float %[[PRODUCT]]
define float @numerator(float %x, float %y) !dbg !4 {
  %root = call float @llvm.sqrt.f32(float %x)
  %quotient = fdiv nnan arcp float %y, %root, !dbg !5
  ret float %quotient
}

; CHECK-LABEL: @root_is_used(
; CHECK:       %root = call float @llvm.sqrt.f32(float %x)
; CHECK-NOT:   fdiv
; CHECK:       %sum = fadd float %root, %{{.*}}
define float @root_is_used(float %x) {
  %root = call float @llvm.sqrt.f32(float %x)
  %reciprocal = fdiv arcp float 1.0, %root
  %sum = fadd float %root, %reciprocal
  ret float %sum
}

; CHECK: ![[LINE]] = !DILocation(line: 2,

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1)
!1 = !DIFile(filename: "numerator.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "numerator", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, scope: !4)
