; RUN: wherry-opt -passes=form-regions %s 2>/dev/null | FileCheck %s
; Instructions keep their lines, flags, and metadata, and a volatile access stays one. A function that is no kernel stays
; as it is.

; CHECK-LABEL: define void @wg.kept(
; A breakpoint on the line behind the barrier must not stop before the loop over the work-items.
; CHECK:       group.operation:
; CHECK-NEXT:    br label %begin.r1, !dbg ![[BARRIER:[0-9]+]]
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         load volatile float, ptr addrspace(1) %{{.*}}, align 4, !dbg ![[LOAD:[0-9]+]]
; CHECK:         fadd nnan contract float %{{.*}}, %{{.*}}, !dbg ![[SUM:[0-9]+]], !fpmath
; CHECK:         phi i64 {{.*}} !wherry.item_loop
; CHECK:         store float 1.000000e+00, ptr addrspace(1) %{{.*}}, align 4, !dbg ![[STORE:[0-9]+]], {{.*}}!nontemporal

; CHECK-LABEL: define i64 @helper(
; CHECK-NEXT:    %id = call i64 @__wherry_local_id(i32 0)
; CHECK-NEXT:    call void @__wherry_barrier(i32 1)
; CHECK-NEXT:    ret i64 %id
; CHECK-DAG:   ![[LOAD]] = !DILocation(line: 21,
; CHECK-DAG:   ![[SUM]] = !DILocation(line: 22,
; CHECK-DAG:   ![[BARRIER]] = !DILocation(line: 23,
; CHECK-DAG:   ![[STORE]] = !DILocation(line: 24,
define void @wg.kept(ptr %args, ptr %context) "wherry-kernel"="kept" !dbg !4 {
entry:
  %out = load ptr addrspace(1), ptr %args, !invariant.load !0
  %x = call i64 @__wherry_local_id(i32 0)
  %place = getelementptr float, ptr addrspace(1) %out, i64 %x
  %value = load volatile float, ptr addrspace(1) %place, !dbg !7
  %sum = fadd nnan contract float %value, %value, !dbg !8, !fpmath !11
  store float %sum, ptr addrspace(1) %place
  call void @__wherry_barrier(i32 1), !dbg !9
  store float 1.0, ptr addrspace(1) %place, !dbg !10, !nontemporal !12
  ret void
}

define i64 @helper() {
  %id = call i64 @__wherry_local_id(i32 0)
  call void @__wherry_barrier(i32 1)
  ret i64 %id
}

declare i64 @__wherry_local_id(i32) nounwind speculatable willreturn memory(none)
declare void @__wherry_barrier(i32) convergent nounwind willreturn

!llvm.module.flags = !{!1}
!llvm.dbg.cu = !{!2}
!0 = !{}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !3, emissionKind: FullDebug)
!3 = !DIFile(filename: "own.cl", directory: "")
!4 = distinct !DISubprogram(name: "kept", scope: !3, file: !3, line: 20, type: !6, spFlags: DISPFlagDefinition, unit: !2)
!6 = !DISubroutineType(types: !0)
!7 = !DILocation(line: 21, column: 1, scope: !4)
!8 = !DILocation(line: 22, column: 1, scope: !4)
!9 = !DILocation(line: 23, column: 1, scope: !4)
!10 = !DILocation(line: 24, column: 1, scope: !4)
!11 = !{float 2.5}
!12 = !{i32 1}
