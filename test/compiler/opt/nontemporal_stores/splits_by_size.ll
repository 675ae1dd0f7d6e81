; RUN: wherry-opt -passes=nontemporal-stores %s | FileCheck %s
; A nontemporal store needs the alignment of its own size, of a line of 64 bytes at most. Both copies keep their debug
; location and metadata.

; CHECK-LABEL: define void @wg.sizes(
; CHECK:       and i64 %{{.*}}, 15
; CHECK:       store <4 x float> zeroinitializer, {{.*}}, align 16, !dbg ![[LINE:[0-9]+]], !alias.scope ![[SCOPE:[0-9]+]], {{.*}}!nontemporal
; CHECK:       store <4 x float> zeroinitializer, {{.*}}, align 4, !dbg ![[LINE]], !alias.scope ![[SCOPE]]
; CHECK:       and i64 %{{.*}}, 63
; CHECK:       store <32 x float> zeroinitializer, {{.*}}, align 64, {{.*}}!nontemporal
; CHECK:       store <32 x float> zeroinitializer, {{.*}}, align 4,
; CHECK:       ![[LINE]] = !DILocation(line: 3,
define void @wg.sizes(ptr %args, ptr %context) "wherry-kernel"="sizes" "wherry-regions"="1" "wherry-streamed-bytes"="8" !dbg !4 {
  %out = load ptr addrspace(1), ptr %args
  store <4 x float> zeroinitializer, ptr addrspace(1) %out, align 4, !wherry.streamed !0, !dbg !5, !alias.scope !6
  store <32 x float> zeroinitializer, ptr addrspace(1) %out, align 4, !wherry.streamed !0
  ret void
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!9}
!0 = distinct !{i32 4}
!1 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2)
!2 = !DIFile(filename: "sizes.cl", directory: "")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "sizes", file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 3, scope: !4)
!6 = !{!7}
!7 = distinct !{!7, !8}
!8 = distinct !{!8}
!9 = !{i32 2, !"Debug Info Version", i32 3}
