; RUN: wherry-opt -passes=divergent-headers %s | FileCheck %s
; Each header of a nest that branches gets its block. A switch is such a branch, and keeps its debug location.

; CHECK-LABEL: @nest(
; CHECK:       outer:
; CHECK-NEXT:  br label %[[OUTER:.*]], !dbg
; CHECK:       [[OUTER]]:
; CHECK-NEXT:  switch i32 %x, label %inner [
; CHECK:       ], !dbg ![[LINE:[0-9]+]]
; CHECK:       inner:
; CHECK-NEXT:  br label %[[INNER:.*]]
; CHECK:       [[INNER]]:
; CHECK-NEXT:  br i1 %c, label %inner.latch, label %outer.latch
; CHECK:       ![[LINE]] = !DILocation(line: 2,
define void @nest(i32 %x, i1 %c) !dbg !4 {
entry:
  br label %outer

outer:
  switch i32 %x, label %inner [
    i32 0, label %end
  ], !dbg !5

inner:
  br i1 %c, label %inner.latch, label %outer.latch

inner.latch:
  br label %inner

outer.latch:
  br label %outer

end:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1)
!1 = !DIFile(filename: "nest.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "nest", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, scope: !4)
