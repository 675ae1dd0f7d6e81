; RUN: wherry-opt -passes=form-regions %s | FileCheck %s
; RUN: sed s/FullDebug/LineTablesOnly/ %s | wherry-opt -passes=form-regions | FileCheck %s --check-prefix=LINES
; Debuggers are told which work-item runs: the variable `wherry` of the kernel and of each function that is inlined there.
; A variable that has a name is kept for each work-item, though no barrier lies in between. Local memory has its names.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; LINES-NOT: %wherry
; LINES: %named = alloca i32
; CHECK: %wherry = alloca { [3 x i64], [3 x i64], [3 x i64], [3 x i64], i64, ptr, i64, ptr }
; CHECK-NOT: %named = alloca
; CHECK: #dbg_declare(ptr %wherry, [[OF_KERNEL:![0-9]+]], !DIExpression(), [[KERNEL:![0-9]+]])
; CHECK: #dbg_declare(ptr %wherry, [[OF_FUNCTION:![0-9]+]], !DIExpression(), [[INLINED:![0-9]+]])
; CHECK: #dbg_declare(ptr %wherry, [[LOCAL:![0-9]+]], !DIExpression(DW_OP_plus_uconst, 120, DW_OP_deref, DW_OP_plus_uconst, 16), {{.*}})
; CHECK: %item = add nuw i64
; CHECK: [[ITEM:%.*]] = getelementptr {{.*}}ptr %wherry, i32 0, i32 4
; CHECK: store i64 %item, ptr [[ITEM]]
; CHECK-DAG: [[OF_KERNEL]] = !DILocalVariable(name: "wherry", scope: [[K:![0-9]+]], {{.*}}flags: DIFlagArtificial)
; CHECK-DAG: [[OF_FUNCTION]] = !DILocalVariable(name: "wherry", scope: [[F:![0-9]+]], {{.*}}flags: DIFlagArtificial)
; CHECK-DAG: [[K]] = distinct !DISubprogram(name: "k"
; CHECK-DAG: [[F]] = distinct !DISubprogram(name: "f"
; CHECK-DAG: [[INLINED]] = !DILocation(line: 1, scope: [[F]], inlinedAt: {{.*}})
; CHECK-DAG: [[LOCAL]] = !DILocalVariable(name: "tile", scope: [[K]], {{.*}}line: 6
; CHECK-DAG: !DIDerivedType(tag: DW_TAG_member, name: "global_id"
@k.tile = internal addrspace(3) global [4 x i32] undef, !dbg !11

define void @wg.k(ptr %args, ptr %context) "wherry-kernel"="k" !dbg !5 !wherry.local_variables !14 {
entry:
  %named = alloca i32, align 4
  br label %body, !dbg !6

body:
  #dbg_declare(ptr %named, !9, !DIExpression(), !6)
  %id = call i64 @__wherry_local_id(i32 0), !dbg !6
  %number = trunc i64 %id to i32, !dbg !6
  store i32 %number, ptr %named, align 4, !dbg !8
  ret void, !dbg !6
}

declare i64 @__wherry_local_id(i32)

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "input.cl", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "k", file: !2, line: 4, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 5, column: 7, scope: !5)
!7 = distinct !DISubprogram(name: "f", file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 2, column: 3, scope: !7, inlinedAt: !6)
!9 = !DILocalVariable(name: "named", scope: !5, file: !2, line: 5, type: !10)
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DIGlobalVariableExpression(var: !12, expr: !DIExpression())
!12 = distinct !DIGlobalVariable(name: "tile", scope: !5, file: !2, line: 6, type: !10, isLocal: true, isDefinition: true)
!14 = !{!15}
!15 = !{!"k.tile", i64 16, i64 16}
