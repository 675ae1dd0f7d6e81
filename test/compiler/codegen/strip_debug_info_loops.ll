; RUN: wherry-opt -passes=strip-debug-info %s | FileCheck %s
; A loop's node holds its places in the source beside what the loop asks of LLVM: only the places go.

; CHECK: br i1 %more, label %body, label %end, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[UNROLL:[0-9]+]]}
; CHECK: ![[UNROLL]] = !{!"llvm.loop.unroll.disable"}
; CHECK-NOT: DILocation
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" "wherry-regions"="1" !dbg !4 {
entry:
  br label %body
body:
  %more = load volatile i1, ptr %args, !dbg !6
  br i1 %more, label %body, label %end, !dbg !6, !llvm.loop !8
end:
  ret void, !dbg !6
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!8 = distinct !{!8, !6, !6, !9}
!9 = !{!"llvm.loop.unroll.disable"}
