; RUN: wherry-opt -passes=unreachable-defaults %s | FileCheck %s
; One unreachable block may be the default of several switches; the loop around them keeps one way out. The switches
; keep their debug locations, the loop its metadata.

; CHECK-LABEL: @loop(
; CHECK:       switch i32 %which, label %again [
; CHECK-NEXT:    i32 0, label %second
; CHECK-NEXT:    i32 1, label %third
; CHECK-NEXT:  ], !dbg ![[LINE:[0-9]+]]
; CHECK:       switch i32 %other, label %end [
; CHECK-NEXT:    i32 0, label %again
; CHECK-NEXT:    i32 1, label %third
; CHECK-NEXT:  ]
; CHECK:       br label %loop, !llvm.loop
; CHECK-NOT:   unreachable
; CHECK:       ![[LINE]] = !DILocation(line: 2,
define void @loop(i32 %which, i32 %other) !dbg !4 {
entry:
  br label %loop

loop:
  switch i32 %which, label %never [
    i32 0, label %second
    i32 1, label %third
    i32 2, label %again
  ], !dbg !5

second:
  switch i32 %other, label %never [
    i32 0, label %again
    i32 1, label %third
    i32 2, label %end
  ]

third:
  br label %again

again:
  br label %loop, !llvm.loop !6

never:
  unreachable

end:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1)
!1 = !DIFile(filename: "loop.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "loop", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, scope: !4)
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
