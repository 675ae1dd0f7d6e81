; RUN: wherry-opt -passes=strip-debug-info %s | FileCheck %s
; Only debuggers want lines and variables in optimised code: they go before LLVM's optimiser, which would keep them up
; to date.

; CHECK-NOT: DISubprogram
; CHECK-NOT: !dbg
; CHECK-NOT: #dbg_value
; CHECK-LABEL: define void @wg.kernel(
; CHECK-NEXT:  store i32 1, ptr %args, align 4{{$}}
; CHECK-NEXT:  ret void{{$}}
; CHECK-NOT: DISubprogram
; CHECK-NOT: DILocation
; CHECK-NOT: llvm.dbg.cu
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" "wherry-regions"="1" !dbg !4 {
    #dbg_value(ptr %args, !7, !DIExpression(), !6)
  store i32 1, ptr %args, align 4, !dbg !6
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "kernel.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !DILocalVariable(name: "args", scope: !4, file: !1, line: 6)
