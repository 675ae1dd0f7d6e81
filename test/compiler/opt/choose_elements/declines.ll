; RUN: wherry-opt -passes='function(choose-elements)' %s 2>&1 | FileCheck %s
; Arrays stay: with an index that all work-items have alike, of more than eight elements, with elements of several types,
; with an address that goes elsewhere, and with parts of elements.

; CHECK:       remark: line 7: a private array stays in memory: an index is no counter of a short loop
; CHECK:       %uniform = alloca [3 x float]
define void @wg.uniform(ptr %args, ptr %context) "wherry-kernel"="uniform" !dbg !4 {
  %uniform = alloca [3 x float]
  %n = load i64, ptr %args, !invariant.load !3
  %at = getelementptr float, ptr %uniform, i64 %n, !dbg !5
  store float 1.0, ptr %at
  ret void
}

; CHECK:       %large = alloca [9 x float]
define void @large(ptr %args) {
  %large = alloca [9 x float]
  %id = call i64 @__wherry_global_id(i32 0)
  %at = getelementptr float, ptr %large, i64 %id
  store float 1.0, ptr %at
  ret void
}

; CHECK:       %mixed = alloca [4 x float]
define void @mixed(ptr %args) {
  %mixed = alloca [4 x float]
  %id = call i64 @__wherry_global_id(i32 0)
  %at = getelementptr float, ptr %mixed, i64 %id
  store float 1.0, ptr %at
  store double 1.0, ptr %mixed
  ret void
}

; CHECK:       %elsewhere = alloca [4 x float]
define void @elsewhere(ptr %args) {
  %elsewhere = alloca [4 x float]
  %id = call i64 @__wherry_global_id(i32 0)
  %at = getelementptr float, ptr %elsewhere, i64 %id
  store float 1.0, ptr %at
  store ptr %at, ptr %args
  ret void
}

; CHECK:       %itself = alloca [4 x ptr]
define void @itself(ptr %args) {
  %itself = alloca [4 x ptr]
  %id = call i64 @__wherry_global_id(i32 0)
  %at = getelementptr ptr, ptr %itself, i64 %id
  store ptr %at, ptr %at
  ret void
}

; CHECK:       %parts = alloca [4 x float]
define void @parts(ptr %args) {
  %parts = alloca [4 x float]
  %id = call i64 @__wherry_global_id(i32 0)
  %at = getelementptr i8, ptr %parts, i64 %id
  store float 1.0, ptr %at
  ret void
}

; CHECK:       %either = alloca [4 x float]
define void @either(ptr %other) {
  %either = alloca [4 x float]
  %id = call i64 @__wherry_global_id(i32 0)
  %c = icmp ugt i64 %id, 7
  %at = select i1 %c, ptr %either, ptr %other
  store float 1.0, ptr %at
  ret void
}
declare i64 @__wherry_global_id(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{}
!4 = distinct !DISubprogram(name: "uniform", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 7, column: 1, scope: !4)
!6 = !DISubroutineType(types: !{})

; A pointer that goes on alike for all work-items: lanes lie side by side.
; CHECK-LABEL: @stack(
; CHECK:       alloca [8 x i32]
; CHECK:       store i32 %id, ptr %top
define void @stack(ptr addrspace(1) %out, i32 %n) {
entry:
  %e = alloca [8 x i32]
  %wide = call i64 @__wherry_global_id(i32 0)
  %id = trunc i64 %wide to i32
  br label %loop

loop:
  %top = phi ptr [ %e, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  store i32 %id, ptr %top
  %next = getelementptr i8, ptr %top, i64 4
  %j = add i32 %i, 1
  %again = icmp ult i32 %j, %n
  br i1 %again, label %loop, label %done

done:
  %value = load i32, ptr %top
  store i32 %value, ptr addrspace(1) %out
  ret void
}
