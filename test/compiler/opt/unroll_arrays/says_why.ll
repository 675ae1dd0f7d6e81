; RUN: wherry-opt -passes='function(unroll-arrays)' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=remark
; A remark says that a kernel's loops would be too long. An array that becomes values has none.

; CHECK: remark: line 12: a private array stays in memory: unrolled, the loops that index it would be too long
define void @wg.long(ptr %args, ptr %context) "wherry-kernel"="long" !dbg !5 {
entry:
  %array = alloca [64 x float]
  br label %again

again:
  %i = phi i64 [ 0, %entry ], [ %next, %around ]
  br label %inner, !dbg !8

inner:
  %k = phi i64 [ 0, %again ], [ %k.next, %inner ]
  %sum = add i64 %i, %k
  %index = and i64 %sum, 63
  %at = getelementptr float, ptr %array, i64 %index
  store float 1.0, ptr %at
  %k.next = add i64 %k, 1
  %k.more = icmp ult i64 %k.next, 64
  br i1 %k.more, label %inner, label %around

around:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 64
  br i1 %more, label %again, label %done

done:
  ret void
}

define void @wg.fine(ptr %args, ptr %context) "wherry-kernel"="fine" {
entry:
  %array = alloca [4 x float]
  br label %again

again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %at = getelementptr float, ptr %array, i64 %i
  store float 1.0, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %again, label %done

done:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "long", file: !1, line: 10, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 12, column: 1, scope: !5)
