; RUN: wherry-opt -passes=split-vectors %s | FileCheck %s
; Reductions of a work-item's own vector go element by element, in order, with their flags and debug location.

declare float @llvm.vector.reduce.fadd.v3f32(float, <3 x float>)
declare i32 @llvm.vector.reduce.smax.v2i32(<2 x i32>)
declare float @llvm.vector.reduce.fmin.v2f32(<2 x float>)
declare i1 @llvm.vector.reduce.or.v2i1(<2 x i1>)

; CHECK-LABEL: @sum(
; CHECK:       %[[A:.*]] = extractelement <3 x float> %vector, i64 0
; CHECK:       %[[ONE:.*]] = fadd nsz float %start, %[[A]], !dbg ![[LINE:[0-9]+]]
; CHECK:       %[[B:.*]] = extractelement <3 x float> %vector, i64 1
; CHECK:       %[[TWO:.*]] = fadd nsz float %[[ONE]], %[[B]], !dbg ![[LINE]]
; CHECK:       %[[C:.*]] = extractelement <3 x float> %vector, i64 2
; CHECK:       %[[THREE:.*]] = fadd nsz float %[[TWO]], %[[C]], !dbg ![[LINE]]
; CHECK-NEXT:  ret float %[[THREE]]
define float @sum(float %start, <3 x float> %vector) !dbg !4 {
  %sum = call nsz float @llvm.vector.reduce.fadd.v3f32(float %start, <3 x float> %vector), !dbg !5
  ret float %sum
}

; CHECK-LABEL: @extremes(
; CHECK:       call i32 @llvm.smax.i32(i32 %{{.*}}, i32 %{{.*}})
; CHECK:       call nnan float @llvm.minnum.f32(float %{{.*}}, float %{{.*}})
; CHECK:       or i1 %{{.*}}, %{{.*}}
; CHECK-NOT:   call
; CHECK:       ret i32
define i32 @extremes(<2 x i32> %ints, <2 x float> %floats, <2 x i1> %truth) {
  %greatest = call i32 @llvm.vector.reduce.smax.v2i32(<2 x i32> %ints)
  %least = call nnan float @llvm.vector.reduce.fmin.v2f32(<2 x float> %floats)
  %any = call i1 @llvm.vector.reduce.or.v2i1(<2 x i1> %truth)
  %number = fptosi float %least to i32
  %either = select i1 %any, i32 %greatest, i32 %number
  ret i32 %either
}

; CHECK: ![[LINE]] = !DILocation(line: 2,

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1)
!1 = !DIFile(filename: "sum.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "sum", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, scope: !4)
