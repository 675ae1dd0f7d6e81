; RUN: wherry-opt -passes=narrow-integers %s 2>&1 | FileCheck %s
; Four operations on bytes would pay in 16 bits, but for the product, which needs their result in 32: the remark names the
; product and its bits. A product of fewer operations is not in the way of anything.

; CHECK:       remark: line 7: numbers of 8 and 16 bits are computed with in 32 bits: a value in line 7 may take {{1[7-9]|2[0-9]}}
; CHECK-NOT:   remark
; CHECK-LABEL: @wg.wide(
; CHECK-NOT:   i16
; CHECK:       ret void
define void @wg.wide(ptr %args, ptr %context) "wherry-kernel"="wide" "wherry-regions"="1" !dbg !4 {
  %a = load ptr addrspace(1), ptr %args
  %byte = load i8, ptr addrspace(1) %a
  %int = zext i8 %byte to i32
  %one = add i32 %int, 3
  %two = sub i32 %one, 7
  %three = shl i32 %two, 1
  %four = add i32 %three, %int
  %product = mul i32 %four, 1000, !dbg !5
  store i32 %product, ptr addrspace(1) %a
  ret void
}

define void @wg.short(ptr %args, ptr %context) "wherry-kernel"="short" "wherry-regions"="1" !dbg !6 {
  %a = load ptr addrspace(1), ptr %args
  %byte = load i8, ptr addrspace(1) %a
  %int = zext i8 %byte to i32
  %one = add i32 %int, 3
  %product = mul i32 %one, 1000, !dbg !7
  store i32 %product, ptr addrspace(1) %a
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "wide", file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 7, column: 1, scope: !4)
!6 = distinct !DISubprogram(name: "short", file: !1, line: 9, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 12, column: 1, scope: !6)
