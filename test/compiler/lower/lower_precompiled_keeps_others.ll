; RUN: wherry-opt -passes=lower-precompiled %s | FileCheck %s
; A function of the program's own with the name of a library's function, and vectors of what is not in the library,
; stay. A new call has the location of the call that it stands for.

; CHECK-LABEL: define <2 x float> @_Z4powrDv2_fS_(
define <2 x float> @_Z4powrDv2_fS_(<2 x float> %x, <2 x float> %y) {
  ret <2 x float> %x
}

; CHECK-LABEL: @calls(
; CHECK-NEXT:  call <2 x float> @_Z4powrDv2_fS_(<2 x float> %v, <2 x float> %v)
; CHECK-NEXT:  call <2 x float> @_Z6hiddenDv2_f(<2 x float> %v)
; CHECK:       call <8 x float> @_Z4sinhDv8_f(<8 x float> %{{.*}}), !dbg ![[LINE:[0-9]+]]
define void @calls(<2 x float> %v) #0 !dbg !4 {
  %defined = call <2 x float> @_Z4powrDv2_fS_(<2 x float> %v, <2 x float> %v), !dbg !5
  %other = call <2 x float> @_Z6hiddenDv2_f(<2 x float> %v), !dbg !5
  %sinh = call <2 x float> @_Z4sinhDv2_f(<2 x float> %v), !dbg !6
  ret void, !dbg !5
}

declare <2 x float> @_Z6hiddenDv2_f(<2 x float>)
declare <2 x float> @_Z4sinhDv2_f(<2 x float>)

attributes #0 = { "target-cpu"="x86-64-v3" "target-features"="+avx2" }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK: ![[LINE]] = !DILocation(line: 8,
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "math.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "calls", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 7, column: 3, scope: !4)
!6 = !DILocation(line: 8, column: 3, scope: !4)
