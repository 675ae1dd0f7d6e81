; RUN: wherry-opt -passes=vectorise-item-loops,verify %s 2>&1 | FileCheck %s
; The remark names the lines of a loop, and the lines of its accesses that are neither contiguous nor uniform. Vector
; instructions keep the debug locations.

; CHECK:       lines 3 to 7: vectorised, 4 work-items{{.*}}1 gathers{{.*}}(line 5)
; CHECK-LABEL: @wg.lines(
; CHECK:       load <4 x i64>, {{.*}}, !dbg ![[LINE:[0-9]+]]
; CHECK:       ![[LINE]] = !DILocation(line: 3,
define void @wg.lines(ptr addrspace(1) %index, ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %size) #0 !dbg !4 {
entry:
  br label %items

items:
  %x = phi i64 [ 0, %entry ], [ %x.next, %items ], !wherry.item_loop !0
  %index.at = getelementptr inbounds i64, ptr addrspace(1) %index, i64 %x
  %which = load i64, ptr addrspace(1) %index.at, align 8, !dbg !DILocation(line: 3, scope: !4)
  %from = getelementptr inbounds float, ptr addrspace(1) %in, i64 %which
  %value = load float, ptr addrspace(1) %from, align 4, !dbg !DILocation(line: 5, scope: !4)
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %x
  store float %value, ptr addrspace(1) %to, align 4, !dbg !DILocation(line: 7, scope: !4)
  %x.next = add nuw nsw i64 %x, 1
  %again = icmp ult i64 %x.next, %size, !wherry.item_loop !0
  br i1 %again, label %items, label %done, !wherry.item_loop !0

done:
  ret void
}

attributes #0 = { "target-features"="+avx512bw,+avx512vl" "wherry-kernel"="lines" "wherry-regions"="1" "wherry-vectorise" }
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!1, !5}
!0 = !{}
!1 = !{i32 7, !"wherry.vector_width", i32 4}
!2 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !3)
!3 = !DIFile(filename: "lines.cl", directory: "")
!4 = distinct !DISubprogram(name: "lines", scope: !3, file: !3, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !2)
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !DISubroutineType(types: !0)
