; RUN: wherry-opt -passes=elide-copies %s 2>%t.notes | FileCheck %s
; RUN: FileCheck --check-prefix=NOTE %s <%t.notes
; A local argument's memory (an offset in the group's local memory) can be left out like a variable. Its size is the
; host's, so the runtime gets 0 and the argument's number; the note has the argument's name and the copy's line.
; NOTE: own.cl:7:3: {{.*}}'scratch' is read in place

; CHECK-LABEL: define void @wg.read(
; CHECK:         %tile = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 %offset
; CHECK:         call ptr addrspace(1) @__wherry_readable_in_place(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 128, i64 0, i32 1, i32 0, i64 0, ptr addrspace(1) %{{.*}}, i64 0)
; CHECK:         load float, ptr addrspace(1) %
define void @wg.read(ptr %args, ptr %context) "wherry-kernel"="read" !dbg !8 !wherry.args !1 !kernel_arg_name !4 {
entry:
  %to_local = getelementptr inbounds i8, ptr %context, i64 56
  %local_memory = load ptr addrspace(3), ptr %to_local, !invariant.load !0
  %in = load ptr addrspace(1), ptr %args, !invariant.load !0
  %to_offset = getelementptr inbounds i8, ptr %args, i64 8
  %offset = load i64, ptr %to_offset, !invariant.load !0
  %tile = getelementptr inbounds i8, ptr addrspace(3) %local_memory, i64 %offset
  %event = call i64 @__wherry_async_copy_to_local(ptr addrspace(3) %tile, ptr addrspace(1) %in, i64 32, i64 4, i64 1, i64 1, i64 0), !dbg !9
  %value = load float, ptr addrspace(3) %tile
  ret void
}

declare i64 @__wherry_async_copy_to_local(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64, i64)

!llvm.module.flags = !{!5}
!llvm.dbg.cu = !{!6}
!0 = !{}
!1 = !{!2, !3}
!2 = !{i32 0, i32 8, i32 8, i32 4, i1 true}
!3 = !{i32 8, i32 8, i32 8, i32 4, i1 true}
!4 = !{!"in", !"scratch"}
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !7, emissionKind: NoDebug)
!7 = !DIFile(filename: "own.cl", directory: "")
!8 = distinct !DISubprogram(name: "read", scope: !7, file: !7, line: 5, type: !10, spFlags: DISPFlagDefinition, unit: !6)
!9 = !DILocation(line: 7, column: 3, scope: !8)
!10 = !DISubroutineType(types: !0)
