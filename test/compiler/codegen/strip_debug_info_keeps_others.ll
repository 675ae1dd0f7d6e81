; RUN: wherry-opt -passes=strip-debug-info %s | FileCheck %s
; Facts, aliasing, ranges and module flags are no debug information.

; CHECK: define void @wg.kernel(ptr %args, ptr %context) #[[FACTS:[0-9]+]] !wherry.args ![[ARGS:[0-9]+]] {
; CHECK-NEXT: %n = load volatile i32, ptr %args, align 4, !range ![[RANGE:[0-9]+]], !invariant.load
; CHECK-NEXT: store i32 %n, ptr %context, align 4, !nontemporal ![[STREAM:[0-9]+]]
define void @wg.kernel(ptr %args, ptr %context) #0 !dbg !4 !wherry.args !8 {
  %n = load volatile i32, ptr %args, align 4, !dbg !6, !range !10, !invariant.load !11
  store i32 %n, ptr %context, align 4, !dbg !6, !nontemporal !12
  ret void, !dbg !6
}

; CHECK-DAG: attributes #[[FACTS]] = { "wherry-args-bytes"="4" "wherry-kernel"="kernel" "wherry-regions"="1" }
attributes #0 = { "wherry-args-bytes"="4" "wherry-kernel"="kernel" "wherry-regions"="1" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !7}
; CHECK-DAG: !{i32 1, !"wherry.optimize", i32 1}
; CHECK-DAG: ![[ARGS]] = !{![[SLOT:[0-9]+]]}
; CHECK-DAG: ![[SLOT]] = !{i32 0, i32 4, i32 4, i32 0, i1 false}
; CHECK-DAG: ![[RANGE]] = !{i32 0, i32 9}
; CHECK-DAG: ![[STREAM]] = !{i32 1}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "kernel.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kernel", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 7, column: 3, scope: !4)
!7 = !{i32 1, !"wherry.optimize", i32 1}
!8 = !{!9}
!9 = !{i32 0, i32 4, i32 4, i32 0, i1 false}
!10 = !{i32 0, i32 9}
!11 = !{}
!12 = !{i32 1}
