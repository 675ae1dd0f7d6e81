; RUN: wherry-opt -passes=narrow-integers %s | FileCheck %s
; Loads stay what they are, also volatile ones and those with metadata. A narrow operation has the debug location of the
; one that it replaces, and none of its flags.

; CHECK-LABEL: @wg.kept(
; CHECK:       %byte = load volatile i8, ptr addrspace(1) %a, align 1, !dbg ![[LOAD:[0-9]+]]
; CHECK:       %other = load i8, ptr addrspace(1) %b, align 1, !nontemporal ![[NODE:[0-9]+]]
; CHECK:       add i16 %{{.*}}, 3, !dbg ![[SUM:[0-9]+]]
; CHECK:       shl i16 %{{.*}}, 2, !dbg
; CHECK:       or i16 %{{.*}}, 1, !dbg
; CHECK:       store i8
; CHECK-DAG:   ![[LOAD]] = !DILocation(line: 2,
; CHECK-DAG:   ![[SUM]] = !DILocation(line: 3,
define void @wg.kept(ptr %args, ptr %context) "wherry-kernel"="kept" "wherry-regions"="1" !dbg !4 {
  %a = load ptr addrspace(1), ptr %args
  %b = load ptr addrspace(1), ptr %context
  %byte = load volatile i8, ptr addrspace(1) %a, align 1, !dbg !5
  %other = load i8, ptr addrspace(1) %b, align 1, !nontemporal !7
  %byte.int = zext i8 %byte to i32
  %other.int = zext nneg i8 %other to i32
  %one = add nuw nsw i32 %byte.int, 3, !dbg !6
  %two = add nuw nsw i32 %one, %other.int, !dbg !6
  %three = shl nuw nsw i32 %two, 2, !dbg !6
  %four = or disjoint i32 %three, 1, !dbg !6
  %low = trunc i32 %four to i8
  store i8 %low, ptr addrspace(1) %a
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1)
!1 = !DIFile(filename: "kept.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "kept", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, scope: !4)
!6 = !DILocation(line: 3, scope: !4)
!7 = !{i32 1}
