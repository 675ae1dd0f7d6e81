; RUN: wherry-opt -passes=dead-ends %s | FileCheck %s
; A loop that ends by itself gets no other way out, and locations and metadata stay.

; CHECK-LABEL: define void @wg.kernel(
; CHECK:       body:
; CHECK:       %more = load volatile i1, ptr %args, align 1, !dbg ![[LINE:[0-9]+]]
; CHECK-NEXT:  br i1 %more, label %body, label %end, !dbg ![[LINE]], !llvm.loop ![[LOOP:[0-9]+]]
; CHECK:       end:
; CHECK-NEXT:  br label %[[RETURN:.*]], !dbg ![[END:[0-9]+]]
; CHECK:       [[RETURN]]:
; CHECK-NEXT:  ret void
define void @wg.kernel(ptr %args, ptr %context) "wherry-kernel"="kernel" "wherry-sub-groups" !dbg !4 {
entry:
  br label %body
body:
  %more = load volatile i1, ptr %args, !dbg !6
  br i1 %more, label %body, label %end, !dbg !6, !llvm.loop !8
end:
  ret void, !dbg !7
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK-DAG: ![[LINE]] = !DILocation(line: 7,
; CHECK-DAG: ![[END]] = !DILocation(line: 9,
; CHECK-DAG: ![[LOOP]] = distinct !{
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !DILocation(line: 9, column: 3, scope: !4)
!8 = distinct !{!8, !9}
!9 = !{!"llvm.loop.unroll.disable"}
