; RUN: wherry-opt -passes=narrow-phis %s | FileCheck %s
; New sums keep the old ones' debug locations. Two edges from one block bring one value. A remaining shift loses its
; flags, which spoke of the upper half too.

; CHECK-LABEL: @wg.edges(
; CHECK:       join:
; CHECK:       %[[LOW:.*]] = phi i32 [ %[[SUM:.*]], %entry ], [ %[[SUM]], %entry ], [ %{{.*}}, %other ]
; CHECK:       %[[WIDE:.*]] = zext i32 %[[LOW]] to i64
; CHECK:       %high = shl i64 %[[WIDE]], 40
define void @wg.edges(ptr %args, ptr %context) "wherry-kernel"="edges" "wherry-regions"="1" !dbg !4 {
entry:
  %lane = load i64, ptr %context
  %which = load i32, ptr %args
  %sum = add nsw i64 %lane, 3, !dbg !5
  switch i32 %which, label %other [
    i32 0, label %join
    i32 1, label %join
  ]

other:
  br label %join

join:
  %either = phi i64 [ %sum, %entry ], [ %sum, %entry ], [ %lane, %other ]
  %high = shl nuw nsw i64 %either, 40
  store i64 %high, ptr %context
  ret void
}

; CHECK-LABEL: @wg.located(
; CHECK:       add i32 %{{.*}}, 3, !dbg ![[LINE:[0-9]+]]
define void @wg.located(ptr %args, ptr %context) "wherry-kernel"="located" "wherry-regions"="1" !dbg !6 {
entry:
  br label %loop

loop:
  %counter = phi i64 [ 0, %entry ], [ %next, %loop ]
  %cut = trunc i64 %counter to i32
  %low = and i64 %counter, 4294967295
  %next = add i64 %low, 3, !dbg !7
  %again = icmp slt i32 %cut, 100
  br i1 %again, label %loop, label %end

end:
  ret void
}

; CHECK: ![[LINE]] = !DILocation(line: 17,

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1)
!1 = !DIFile(filename: "edges.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "edges", file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 7, scope: !4)
!6 = distinct !DISubprogram(name: "located", file: !1, line: 9, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 17, scope: !6)
