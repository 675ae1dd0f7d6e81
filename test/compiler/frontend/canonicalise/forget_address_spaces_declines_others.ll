; RUN: wherry-opt -passes=forget-address-spaces %s | FileCheck %s
; An expression without an address space is as it was.

; CHECK: #dbg_declare(ptr %v, ![[#]], !DIExpression(DW_OP_deref),
define void @test() !dbg !4 {
  %v = alloca i32
    #dbg_declare(ptr %v, !7, !DIExpression(DW_OP_deref), !8)
  ret void, !dbg !8
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "input.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = distinct !DISubprogram(name: "test", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocalVariable(name: "v", scope: !4, file: !1, line: 1, type: !3)
!8 = !DILocation(line: 1, scope: !4)
