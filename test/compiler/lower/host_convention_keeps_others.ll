; RUN: wherry-opt -passes=host-convention %s | FileCheck %s
; Of a function and its calls only linkage and convention change: attributes, arguments' attributes, tail calls and
; debug locations stay. A function with C's convention keeps its linkage.

; CHECK: define weak_odr void @wg.kernel(ptr noundef %args, ptr noundef %context) #[[FACTS:[0-9]+]] !dbg
; CHECK-NEXT: %x = tail call i32 @helper(i32 noundef 1) #[[COLD:[0-9]+]], !dbg ![[LINE:[0-9]+]], !range ![[RANGE:[0-9]+]]
define weak_odr void @wg.kernel(ptr noundef %args, ptr noundef %context) #0 !dbg !4 {
  %x = tail call spir_func i32 @helper(i32 noundef 1) #1, !dbg !6, !range !7
  ret void, !dbg !6
}

; CHECK: define internal noundef i32 @helper(i32 noundef %x) #[[COLD]]
define linkonce_odr spir_func noundef i32 @helper(i32 noundef %x) #1 {
  ret i32 %x
}

; CHECK-DAG: attributes #[[FACTS]] = { convergent "wherry-kernel"="kernel" }
; CHECK-DAG: attributes #[[COLD]] = { cold }
attributes #0 = { convergent "wherry-kernel"="kernel" }
attributes #1 = { cold }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
; CHECK-DAG: ![[LINE]] = !DILocation(line: 7,
; CHECK-DAG: ![[RANGE]] = !{i32 0, i32 9}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !{i32 0, i32 9}
